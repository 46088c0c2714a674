/** The version of the package, as package.json has it. A page should not load that whole file. */
export const VERSION = '0.1.0';
