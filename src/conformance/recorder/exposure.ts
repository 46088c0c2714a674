import { isLoopback } from '../../loopback/index.ts';

/** Anybody on the network could send requests through the recorder, and fill the disk. */
class ExposedError extends Error {
  readonly code = 'exposed';
}

/** Refuses addresses that other machines can reach, since the recorder requires no token. @throws ExposedError */
export function checkExposure(host: string): void {
  if (isLoopback(host)) return;
  throw new ExposedError(
    `${host} can be reached from other machines, and the recorder requires no token of its own; say --insecure if the network keeps others out`,
  );
}
