import type { DriveLimits } from './limits.ts';
import type { RunClock } from './run-clock.ts';
import type { Strangers } from './strangers.ts';

/** A request to the target. */
export interface WireRequest {
  readonly method: string;
  /** Path and query below the base URL of the target, such as `/api/v1/chats`. */
  readonly path: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  /** Longest wait for the response headers in milliseconds, if longer than the usual limit. */
  readonly patience?: number | undefined;
}

/** A response from the target whose body has not been read yet. */
export interface WireResponse {
  readonly status: number;
  /** By lower-case name. Headers with the same name are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decoded body as it arrives. @throws TransportFailure */
  readonly body: AsyncIterable<Uint8Array>;
  /** How many times the target asked to wait before. */
  readonly refusals?: number;
  /** Whether the request was held back or repeated before. */
  readonly isDelayed?: boolean;
  /** Why there is no head after all, if this request breaks its connection each time. The status is 0 then. */
  readonly broken?: TransportFailure;
  /** Whether it does not come from the service, but from something on the way. */
  readonly isStrange?: boolean;
  /** Why the check proves nothing, although this answer is the service's: something else answered the same request before. */
  readonly isRepeatOf?: string;
}

/** Records that a response is left unread although the target is sending it. @returns a function that records the end of the wait */
export type Pause = () => () => void;

/** Sends requests to a target. Never follows redirects, so that no credential reaches another server. */
export interface Transport {
  /** The limits that the transport enforces. */
  readonly limits: DriveLimits;
  /** The clock used for the limits and by the run. */
  readonly clock: RunClock;
  /** What did not come from the service so far. */
  readonly strangers: Strangers;
  /**
   * Sends a request. Aborting the signal closes the connection, even while the body arrives.
   *
   * @param pause called when the body is left unread for a while
   * @throws TransportFailure if no complete response headers arrive
   */
  send(request: WireRequest, signal?: AbortSignal, pause?: Pause): Promise<WireResponse>;
  close(): Promise<void>;
}

/**
 * `unreachable`: no connection. `timeout`: a time limit was exceeded. `too-large`: a size limit was exceeded. `broken`: the response is
 * invalid HTTP, or the connection broke. `unsendable`: the path would lead elsewhere, so nothing was sent. `busy`: the target keeps asking to wait. `stranger`: the answer did not come from the service. `stopped`: the run was
 * stopped.
 */
export type TransportProblem =
  | 'unreachable'
  | 'timeout'
  | 'too-large'
  | 'broken'
  | 'unsendable'
  | 'busy'
  | 'stranger'
  | 'stopped';

/** Thrown when there is no complete response, so the target's answer remains unknown. */
export class TransportFailure extends Error {
  readonly code = 'transport-failure';
  readonly problem: TransportProblem;

  constructor(problem: TransportProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}
