import { isIP } from 'node:net';

/** Anybody on the network could send requests through the recorder, and fill the disk. */
class ExposedError extends Error {
  readonly code = 'exposed';
}

/** Whether a host can be reached only from this machine. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (name === 'localhost' || name === '::1') return true;
  return isIP(name) === 4 && name.startsWith('127.');
}

/** Refuses addresses that other machines can reach, since the recorder requires no token. @throws ExposedError */
export function checkExposure(host: string): void {
  if (isLoopback(host)) return;
  throw new ExposedError(
    `${host} can be reached from other machines, and the recorder requires no token of its own; say --insecure if the network keeps others out`,
  );
}

/**
 * Whether a Host header names this machine. A page of another site can make its own name resolve to 127.0.0.1 (DNS rebinding); the
 * browser then sends that name. A request without the header does not come from a browser.
 */
export function namesLoopback(header: string | undefined): boolean {
  if (header === undefined) return true;
  const url = URL.parse(`http://${header}`);
  return url !== null && isLoopback(url.hostname);
}
