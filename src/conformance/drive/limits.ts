/** Limits of a run. Times are in milliseconds of the real clock unless stated otherwise, and sizes are in bytes. */
export interface DriveLimits {
  /** Longest wait for a connection, including TLS and proxies. */
  readonly connect: number;
  /** Longest wait for the response headers. */
  readonly firstByte: number;
  /**
   * Longest wait for the response headers of a blocking send, which arrive when its turn ends. In milliseconds of the service's time.
   * Longer than checks wait for an answer.
   */
  readonly blockingTurn: number;
  /** Longest silence within a body that is not a stream. */
  readonly idle: number;
  /**
   * Longest silence within a stream. A service that wrongly sends no pings while its turn waits for an answer is still heard after that, which
   * takes up to 110 seconds. Both the expiry and the ping after it may be late.
   */
  readonly streamIdle: number;
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
  /** How long a run waits for a service that something else answers for, or that answers nothing. */
  readonly outage: number;
  /** Longest time for a check to delete everything that it created. */
  readonly cleanUp: number;
  /** The same after a run was interrupted, since somebody waits for its end. It includes `lastCreation`. */
  readonly hurriedCleanUp: number;
  /** How long a request may go on that creates something while its run is stopped. */
  readonly lastCreation: number;
  /** The run gives up on the target after this many consecutive exchanges without a complete response. */
  readonly failuresInARow: number;
  /** The run gives up on the target after this many exchanges without a complete response. */
  readonly failures: number;
}

const MEBIBYTE = 1024 * 1024;

/** The default limits: far above what the suite's turns need, and low enough that a flood cannot fill the memory. */
export const DRIVE_LIMITS: DriveLimits = {
  connect: 10_000,
  firstByte: 60_000,
  blockingTurn: 240_000,
  idle: 45_000,
  streamIdle: 150_000,
  lingering: 3_000,
  total: 300_000,
  bytes: 2 * MEBIBYTE,
  streamBytes: 8 * MEBIBYTE,
  eventBytes: 1 * MEBIBYTE,
  events: 100_000,
  headerBytes: 16 * 1024,
  retryAfter: 60_000,
  repeats: 3,
  outage: 30_000,
  cleanUp: 30_000,
  hurriedCleanUp: 1_200,
  lastCreation: 600,
  failuresInARow: 12,
  failures: 60,
};

/** Longest turn, with everything that it waits for, in milliseconds of the service's time: twice the deadline of section 8. */
const LONGEST_TURN = 3_600_000;
/** What even a target with fast timers may take for an exchange, since they do not make its requests faster. */
const LEAST_TOTAL = 90_000;

/** The limits for a target whose timers run faster: a stream that should long be over is not awaited for minutes. */
export function limitsAt(timeScale: number): DriveLimits {
  const total = Math.max(LEAST_TOTAL, LONGEST_TURN / timeScale);
  return { ...DRIVE_LIMITS, total: Math.min(DRIVE_LIMITS.total, total) };
}
