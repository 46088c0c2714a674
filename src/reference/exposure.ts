import type { Seed } from '../../generated/input-files.js';
import { requireLoopback } from '../loopback/index.ts';
import type { Directory } from './directory/types.ts';

/**
 * Prevents a server with published tokens from being reachable from other machines.
 *
 * @param published the seed whose tokens are public
 * @throws ExposedError
 */
export function checkExposure(host: string, directory: Directory, published: Seed): void {
  const known = published.credentials.find(({ token = '' }) => directory.credentialOf(token))?.token;
  if (known === undefined) return;
  requireLoopback(
    host,
    `the token ${known} is published; pass a seed with tokens of your own (--seed FILE), or --insecure`,
  );
}
