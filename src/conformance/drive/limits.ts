/** What is asked of a target's patience, and ours. Times in milliseconds, of the real clock. */
export interface DriveLimits {
  /** Until there is a connection, TLS and proxies included. */
  readonly connect: number;
  /** From the request to the head of the response. A blocking turn takes as long as it takes. */
  readonly firstByte: number;
  /** Between two pieces of a body. A sound stream says `ping` every 15 seconds. */
  readonly idle: number;
  /** Of one exchange, streams included. */
  readonly total: number;
  /** Of one body, decoded. */
  readonly bytes: number;
  /** Of one stream, decoded. */
  readonly streamBytes: number;
  /** Of one event or line of a stream. */
  readonly eventBytes: number;
  /** Events of one stream. */
  readonly events: number;
  /** Of the head of a response. */
  readonly headerBytes: number;
  /** The longest that a 429 may ask us to wait. */
  readonly retryAfter: number;
  /** How often a request that gets a 429 is sent again. */
  readonly repeats: number;
  /** For all that a check made to be gone again. */
  readonly cleanUp: number;
  /** Exchanges in a row without a whole answer, after which nobody is taken to be there. */
  readonly failuresInARow: number;
  /** Exchanges of a run without a whole answer, after which the rest is not worth its time. */
  readonly failures: number;
}

const MEBIBYTE = 1024 * 1024;

/** Far above what the turns of the suite bring about, and low enough that a flood does not fill the memory. */
export const DRIVE_LIMITS: DriveLimits = {
  connect: 10_000,
  firstByte: 60_000,
  idle: 45_000,
  total: 300_000,
  bytes: 2 * MEBIBYTE,
  streamBytes: 8 * MEBIBYTE,
  eventBytes: 1 * MEBIBYTE,
  events: 10_000,
  headerBytes: 16 * 1024,
  retryAfter: 60_000,
  repeats: 3,
  cleanUp: 30_000,
  failuresInARow: 12,
  failures: 60,
};
