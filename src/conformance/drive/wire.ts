import type { DriveLimits } from './limits.ts';

/** What goes over the wire to a target, and comes back. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, below the target's base URL: `/api/v1/chats`. */
  readonly path: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  /** Milliseconds until the head of the response, where the usual limits are too short. */
  readonly patience?: number | undefined;
}

export interface WireResponse {
  readonly status: number;
  /** By name in lower case; several of one name are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decoded body, as it comes. @throws TransportFailure */
  readonly body: AsyncIterable<Uint8Array>;
}

/** The way to a target. It follows no redirect, so that no credential leaves for another place. */
export interface Transport {
  /** Within which everything that comes is kept. */
  readonly limits: DriveLimits;
  /**
   * Sends a request. Aborting the signal closes the connection, also while the body comes.
   *
   * @throws TransportFailure when no whole head of a response comes
   */
  send(request: WireRequest, signal?: AbortSignal): Promise<WireResponse>;
  close(): Promise<void>;
}

/**
 * `unreachable`: no connection. `timeout`: nothing came for too long. `too-large`: more came than is read. `broken`: what came
 * is no HTTP, or the connection ended in the middle. `busy`: the target asks to come later, again and again. `stopped`: the run
 * is over, by our own will.
 */
export type TransportProblem = 'unreachable' | 'timeout' | 'too-large' | 'broken' | 'busy' | 'stopped';

/** There is no whole response. That says nothing about what the target would have answered. */
export class TransportFailure extends Error {
  readonly code = 'transport-failure';
  readonly problem: TransportProblem;

  constructor(problem: TransportProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}
