import type { FastifyBaseLogger } from 'fastify';
import type { LoggedFacts } from './exchange.ts';

/** What every line about a request says. */
export interface LoggedRequest {
  readonly requestId: string;
  readonly method: string;
  /** Path template, or the path as it came where nothing is served. */
  readonly route: string;
}

/** Why a stream is over: the turn ended it, its client left, or its client did not read. */
export type StreamEnd = 'ended' | 'client-gone' | 'client-too-slow' | 'failed';

/** Writes one line for each answer, and two for a stream. No header and no query ever reaches it. */
export class RequestLog {
  readonly #log: FastifyBaseLogger;

  constructor(log: FastifyBaseLogger) {
    this.#log = log;
  }

  answered(request: LoggedRequest, status: number, milliseconds: number, facts?: LoggedFacts): void {
    this.#log.info({ ...lineOf(request), status, ms: rounded(milliseconds), ...facts }, 'answered');
  }

  /** The client left before its answer was there. */
  unheard(request: LoggedRequest, status: number, milliseconds: number, facts?: LoggedFacts): void {
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

  /** Bytes that were no request of HTTP. */
  refused(requestId: string, status: number, reason: string): void {
    this.#log.info({ request_id: requestId, status, reason }, 'refused');
  }

  /** A defect of this server. */
  failed(request: LoggedRequest, error: unknown): void {
    this.#log.error({ ...lineOf(request), err: error }, 'failed');
  }
}

function lineOf({ requestId, method, route }: LoggedRequest) {
  return { request_id: requestId, method, route };
}

const rounded = (milliseconds: number) => Math.round(milliseconds * 100) / 100;
