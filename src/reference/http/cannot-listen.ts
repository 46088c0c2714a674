/** The server cannot listen where it was told to. The message names the place and the mend. */
export class CannotListenError extends Error {
  readonly code = 'cannot-listen';

  constructor(place: string, cause: NodeJS.ErrnoException) {
    super(
      `cannot listen on ${place}: ${MENDS[cause.code ?? ''] ?? `${cause.message}; choose another address`}`,
      {
        cause,
      },
    );
    this.name = 'CannotListenError';
  }
}

const MENDS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses the port; stop it, or choose another port (0 takes any that is free)',
  EACCES: 'this user may not use the port; choose one above 1023',
  EADDRNOTAVAIL: 'this machine does not have the address; choose one that it has, as 127.0.0.1',
  ENOTFOUND: 'no address is known for the name; choose an address, as 127.0.0.1',
};
