import { isLoopback } from '../../loopback/index.ts';

/** Anybody could use the rig. */
class ExposedError extends Error {
  readonly code = 'exposed';
}

/** Refuses addresses that other machines can reach, since the rig requires no key. @throws ExposedError */
export function checkExposure(host: string): void {
  if (isLoopback(host)) return;
  throw new ExposedError(
    `${host} can be reached from other machines, and the rig asks nobody for a key; say --insecure if the network keeps others out`,
  );
}

/**
 * Whether a request comes from a web page of another site. Browsers send the origin of the page, and the programs that the
 * rig is made for send none.
 */
export function isFromForeignPage(origin: string | undefined): boolean {
  if (origin === undefined) return false;
  const url = URL.parse(origin);
  return !url || !isLoopback(url.hostname);
}
