/** The suite, which is loaded when a command runs it. */
export type Suite = typeof import('../conformance/api/bundle.ts');
export type Profile = ReturnType<Suite['basicProfile']>;
export type Plan = ReturnType<Suite['planChecks']>;
