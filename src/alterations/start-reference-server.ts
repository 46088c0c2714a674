import { defaultSeed as seed } from '../../generated/default-seed.js';
import type { ReferenceServer, ReferenceServerOptions as ServerOptions } from '../reference/options.ts';
import { assemble } from '../reference/start.ts';
import { type AlterationOptions, loadAlterations } from './load-alterations.ts';

/** Options of a reference server. Everything has a default. */
export interface ReferenceServerOptions extends ServerOptions, AlterationOptions {}

/** The seed of a server that is started without one, in YAML. */
export const defaultSeed: string = seed;

/**
 * Starts a complete server of the contract in this process: turns, streams, interactions and all. Close it when done.
 *
 * @throws an Error with a literal `code` and a message that says what to do, when the seed is wrong, an alteration is unknown, the
 * data file does not belong to this server or is in use, or the address is not available
 */
export async function startReferenceServer({
  breakages = [],
  variants = [],
  ...options
}: ReferenceServerOptions = {}): Promise<ReferenceServer> {
  return assemble({ ...options, decorators: await loadAlterations({ breakages, variants }) });
}
