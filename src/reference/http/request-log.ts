import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { LoggedFacts } from './exchange.ts';

/** The members of every line about a request. */
export interface LoggedRequest {
  readonly requestId: string;
  readonly method: string;
  /** Path template, or the requested path if no route matches. */
  readonly route: string;
  /** Whether a success is of no interest, as that of a probe. */
  readonly isQuiet: boolean;
  readonly caller: CallerIds;
}

/** The ids by which the caller finds the request in its own logs. */
interface CallerIds {
  readonly x_request_id?: string;
  readonly traceparent?: string;
}

/** Characters of such an id. A `traceparent` has 55. */
const LONGEST_ID = 128;

/** Reads the ids that a caller sent. They are text from outside: they are cut, and only printable ASCII is kept. */
export function callerIds({ 'x-request-id': id, traceparent }: IncomingHttpHeaders): CallerIds {
  return {
    ...(id && { x_request_id: printable(String(id)) }),
    ...(traceparent && { traceparent: printable(String(traceparent)) }),
  };
}

function printable(text: string): string {
  return text.slice(0, LONGEST_ID).replaceAll(/[^ -~]/g, '?');
}

/** Why a stream is over: the turn ended, the client disconnected, the client did not read, or the server failed. */
export type StreamEnd = 'ended' | 'client-gone' | 'client-too-slow' | 'failed';

/** Writes one line for each answer, and two for a stream. Lines contain no queries, and no headers but the ids of the caller. */
export class RequestLog {
  readonly #log: FastifyBaseLogger;

  constructor(log: FastifyBaseLogger) {
    this.#log = log;
  }

  answered(request: LoggedRequest, status: number, milliseconds: number, facts?: LoggedFacts): void {
    const level = request.isQuiet && status < 400 ? 'debug' : 'info';
    this.#log[level]({ ...lineOf(request), status, ms: rounded(milliseconds), ...facts }, 'answered');
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

function lineOf({ requestId, method, route, caller }: LoggedRequest) {
  return { request_id: requestId, method, route, ...caller };
}

const rounded = (milliseconds: number) => Math.round(milliseconds * 100) / 100;
