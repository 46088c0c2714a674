import { isIP } from 'node:net';
import type { Seed } from '../../generated/input-files.js';
import type { Directory } from './directory/types.ts';

/** The server would let anybody in. */
class ExposedError extends Error {
  readonly code = 'exposed';
}

/**
 * Keeps tokens that everybody can read from being served to other machines.
 *
 * @throws ExposedError
 */
export function checkExposure(host: string, directory: Directory, { credentials }: Seed): void {
  if (isLoopback(host)) return;
  const known = credentials.find(({ token }) => directory.credentialOf(token))?.token;
  if (known === undefined) return;
  throw new ExposedError(
    `${host} can be reached from other machines, and the token ${known} is published; give a seed with tokens of your own (--seed FILE), or say --insecure`,
  );
}

function isLoopback(host: string): boolean {
  if (host === 'localhost' || host === '::1') return true;
  return isIP(host) === 4 && host.startsWith('127.');
}
