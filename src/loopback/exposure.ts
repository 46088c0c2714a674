import { isLoopback } from './loopback.ts';

/** Other machines could use a server that is not protected against them. */
class ExposedError extends Error {
  readonly code = 'exposed';
}

/**
 * Refuses an address that other machines can reach.
 *
 * @param danger what others could do there, and the remedy
 * @throws ExposedError
 */
export function requireLoopback(host: string, danger: string): void {
  if (!isLoopback(host)) throw new ExposedError(`${host} can be reached from other machines, and ${danger}`);
}
