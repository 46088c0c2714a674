/** The version in package.json. It is repeated here, so that web pages do not load that whole file. */
export const VERSION = '0.1.0';
