import type { DriveLimits } from './limits.ts';
import type { RunClock } from './run-clock.ts';

/** A request to the target. */
export interface WireRequest {
  readonly method: string;
  /** Path and query below the base URL of the target, such as `/api/v1/chats`. */
  readonly path: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  /** Longest wait for the response headers in milliseconds, if it exceeds the usual limit. */
  readonly patience?: number | undefined;
}

/** A response of the target, whose body is still to be read. */
export interface WireResponse {
  readonly status: number;
  /** By lower-case name. Headers of the same name are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decoded body as it arrives. @throws TransportFailure */
  readonly body: AsyncIterable<Uint8Array>;
  /** How often the target answered 429 before. */
  readonly refusals?: number;
}

/** Notes that a response waits although the target sends it. @returns the function that notes the end of the wait */
export type Pause = () => () => void;

/** Sends requests to a target. It follows no redirects, so that no credential reaches another server. */
export interface Transport {
  /** The limits that the transport enforces. */
  readonly limits: DriveLimits;
  /** The clock of the limits, and of the run that uses the transport. */
  readonly clock: RunClock;
  /**
   * Sends a request. Aborting the signal closes the connection, even while the body arrives.
   *
   * @param pause called when the body is left unread for a time
   * @throws TransportFailure if no complete response headers arrive
   */
  send(request: WireRequest, signal?: AbortSignal, pause?: Pause): Promise<WireResponse>;
  close(): Promise<void>;
}

/**
 * `unreachable`: no connection. `timeout`: a limit of time was exceeded. `too-large`: a limit of size was exceeded. `broken`: the
 * response is invalid HTTP, or the connection broke. `busy`: the target keeps answering 429. `stopped`: the run was stopped.
 */
export type TransportProblem = 'unreachable' | 'timeout' | 'too-large' | 'broken' | 'busy' | 'stopped';

/** There is no complete response. It remains unknown what the target would have answered. */
export class TransportFailure extends Error {
  readonly code = 'transport-failure';
  readonly problem: TransportProblem;

  constructor(problem: TransportProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}
