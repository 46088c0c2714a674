import type { FastifyBaseLogger } from 'fastify';
import type { LoggedFacts } from './exchange.ts';

/** The members of every line about a request. */
export interface LoggedRequest {
  readonly requestId: string;
  readonly method: string;
  /** Path template, or the requested path if no route matches. */
  readonly route: string;
}

/** Why a stream is over: the turn ended, the client disconnected, the client did not read, or the server failed. */
export type StreamEnd = 'ended' | 'client-gone' | 'client-too-slow' | 'failed';

/** Writes one line for each answer, and two for a stream. Lines never contain headers or queries. */
export class RequestLog {
  readonly #log: FastifyBaseLogger;

  constructor(log: FastifyBaseLogger) {
    this.#log = log;
  }

  answered(request: LoggedRequest, status: number, milliseconds: number, facts?: LoggedFacts): void {
    this.#log.info({ ...lineOf(request), status, ms: rounded(milliseconds), ...facts }, 'answered');
  }

  /** The client disconnected before the answer was ready. */
  undelivered(request: LoggedRequest, status: number, milliseconds: number, facts?: LoggedFacts): void {
    this.#log.info(
      { ...lineOf(request), status, ms: rounded(milliseconds), ...facts },
      'client gone before the answer',
    );
  }

  streamOpened(request: LoggedRequest, milliseconds: number, facts?: LoggedFacts): void {
    this.#log.info({ ...lineOf(request), status: 200, ms: rounded(milliseconds), ...facts }, 'stream opened');
  }

  streamOver(
    request: LoggedRequest,
    end: StreamEnd,
    events: number,
    milliseconds: number,
    facts?: LoggedFacts,
  ): void {
    const line = { ...lineOf(request), status: 200, ms: rounded(milliseconds), end, events, ...facts };
    this.#log.info(line, 'stream over');
  }

  /** The client sent bytes that are not a valid HTTP request. */
  refused(requestId: string, status: number, reason: string): void {
    this.#log.info({ request_id: requestId, status, reason }, 'refused');
  }

  /** The server failed because of a defect. */
  failed(request: LoggedRequest, error: unknown): void {
    this.#log.error({ ...lineOf(request), err: error }, 'failed');
  }
}

function lineOf({ requestId, method, route }: LoggedRequest) {
  return { request_id: requestId, method, route };
}

const rounded = (milliseconds: number) => Math.round(milliseconds * 100) / 100;
