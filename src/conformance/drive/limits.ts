/** Limits of a run. Times are in milliseconds of real time, sizes in bytes. */
export interface DriveLimits {
  /** Longest wait for a connection, including TLS and proxies. */
  readonly connect: number;
  /** Longest wait for the response headers, which for a blocking turn come at its end. */
  readonly firstByte: number;
  /** Longest silence within a body. A sound stream sends a ping every 15 seconds. */
  readonly idle: number;
  /** Longest silence after the terminal event of a stream that the target leaves open. */
  readonly lingering: number;
  /** Longest exchange, including streams. */
  readonly total: number;
  /** Largest body that is not a stream, decoded. */
  readonly bytes: number;
  /** Largest stream, decoded. */
  readonly streamBytes: number;
  /** Largest event or line of a stream. */
  readonly eventBytes: number;
  /** Most events of one stream. */
  readonly events: number;
  /** Largest response headers. */
  readonly headerBytes: number;
  /** Longest wait that a 429 may ask for. */
  readonly retryAfter: number;
  /** How often a request is repeated after a 429. */
  readonly repeats: number;
  /** Longest time in which a check deletes everything that it created. */
  readonly cleanUp: number;
  /** After so many consecutive exchanges without a complete response, the run gives the target up. */
  readonly failuresInARow: number;
  /** After so many exchanges without a complete response, the run is given up. */
  readonly failures: number;
}

const MEBIBYTE = 1024 * 1024;

/** The usual limits: far above the needs of the suite's turns, and low enough that a flood cannot fill the memory. */
export const DRIVE_LIMITS: DriveLimits = {
  connect: 10_000,
  firstByte: 60_000,
  idle: 45_000,
  lingering: 3_000,
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
