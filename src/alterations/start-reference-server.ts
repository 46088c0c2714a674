import { defaultSeed as seed } from '../../generated/default-seed.js';
import type { ReferenceServer } from '../reference/options.ts';
import { assemble } from '../reference/start.ts';
import { loadAlterations } from './load-alterations.ts';
import type { ReferenceServerOptions } from './options.ts';

/** The default seed of a server, in YAML. */
export const defaultSeed: string = seed;

/**
 * Starts a complete server of the contract in this process, with turns, streams and interactions. Close it when you are done.
 *
 * @throws an Error with a literal `code` and a message that says what to do, when the seed is invalid, an alteration is unknown, the data
 * file does not belong to this server or is in use, or the address is not available
 */
export async function startReferenceServer({
  breakages = [],
  variants = [],
  liberties,
  front,
  ...options
}: ReferenceServerOptions = {}): Promise<ReferenceServer> {
  return assemble({
    ...options,
    decorators: await loadAlterations({ breakages, variants, liberties, front }),
  });
}
