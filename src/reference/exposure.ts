import type { Seed } from '../../generated/input-files.js';
import { createHostGuard, type HostGuard, isLoopback, requireLoopback } from '../loopback/index.ts';
import type { Directory } from './directory/types.ts';

/**
 * Prevents a server with published tokens from being reachable from other machines.
 *
 * @param published the seed whose tokens are public
 * @throws ExposedError
 */
export function checkExposure(host: string, directory: Directory, published: Seed): void {
  const known = published.credentials.find(({ token }) => directory.credentialOf(token))?.token;
  if (known === undefined) return;
  requireLoopback(
    host,
    `the token ${known} is published; pass a seed with tokens of your own (--seed FILE), or --insecure`,
  );
}

/**
 * The guard of a server that listens on a host. If other machines can reach the host, they may use names that the server cannot know. Then
 * there is no guard unless the operator lists the names.
 */
export function guardOf(host: string, allowedHosts: readonly string[]): HostGuard | undefined {
  return isLoopback(host) || allowedHosts.length > 0 ? createHostGuard([host, ...allowedHosts]) : undefined;
}
