import { defaultSeed as seed } from '../../generated/default-seed.js';
import type { ReferenceServer, ReferenceServerOptions } from './options.ts';
import { assemble } from './start.ts';

export type { ReferenceServer, ReferenceServerOptions } from './options.ts';

/** The seed of a server that is given none, in YAML. */
export const defaultSeed: string = seed;

/**
 * Starts a complete server of the contract in this process: turns, streams, interactions and all. Close it when done.
 *
 * @throws an Error with a literal `code` and a message that says what to do, when the seed is wrong, the data file is not
 * one of this server's or is in use, or the address cannot be had
 */
export function startReferenceServer(options: ReferenceServerOptions = {}): Promise<ReferenceServer> {
  return assemble(options);
}
