/** `conversation-api/reference`: the reference server, and the alterations that it can be started with. */
export type { ReferenceServer } from '../reference/options.ts';
export type { ReferenceServerOptions } from './options.ts';
export { defaultSeed, startReferenceServer } from './start-reference-server.ts';
