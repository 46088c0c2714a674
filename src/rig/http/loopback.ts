import { isIP } from 'node:net';

/** The rig would let anybody in. */
class ExposedError extends Error {
  readonly code = 'exposed';
}

/** Whether only this machine reaches a host. */
function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1');
  if (name === 'localhost' || name === '::1') return true;
  return isIP(name) === 4 && name.startsWith('127.');
}

/** Keeps other machines out, since the rig asks nobody for a key. @throws ExposedError */
export function checkExposure(host: string): void {
  if (isLoopback(host)) return;
  throw new ExposedError(
    `${host} can be reached from other machines, and the rig asks nobody for a key; say --insecure if the network keeps others out`,
  );
}

/**
 * Whether a page of somebody else's site sent a request. Browsers say where a page is from; programs, for which the rig is
 * made, say nothing.
 */
export function isFromForeignPage(origin: string | undefined): boolean {
  if (origin === undefined) return false;
  const url = URL.parse(origin);
  return !url || !isLoopback(url.hostname);
}
