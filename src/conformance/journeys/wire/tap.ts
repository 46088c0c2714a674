import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { LoggedExchange } from '../../drive/logged-exchange.ts';
import { joined } from '../../judge/headers.ts';
import { intercept, type Wire } from './wire.ts';

/** Bytes of one body that are kept. */
const KEPT_BYTES = 1024 * 1024;
/** Exchanges that are kept of one journey. A client that repeats a request without a pause makes many. */
const MOST_EXCHANGES = 2000;

type Kept = { -readonly [Member in keyof LoggedExchange]: LoggedExchange[Member] };

/** Records what a client sends to a server, and what it gets. */
export class Tap {
  readonly exchanges: LoggedExchange[] = [];
  /** Requests that were not recorded. */
  omitted = 0;
  readonly #journey: string;
  readonly #now: () => number;
  readonly #cut = new WeakSet<ServerResponse>();

  /** @param now milliseconds of the real clock */
  constructor(journey: string, now: () => number) {
    this.#journey = journey;
    this.#now = now;
  }

  /** Notes that the connection is broken on purpose, and not by the client. */
  noteCut(response: ServerResponse): void {
    this.#cut.add(response);
  }

  isCut(response: ServerResponse): boolean {
    return this.#cut.has(response);
  }

  readonly wire: Wire = (listener) => (request, response) => {
    if (this.exchanges.length < MOST_EXCHANGES) this.#record(request, response);
    else this.omitted += 1;
    listener(request, response);
  };

  #record(request: IncomingMessage, response: ServerResponse): void {
    const exchange: Kept = {
      number: this.exchanges.length,
      check: this.#journey,
      actor: 'client',
      request: {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: joinHeaders(request.headers),
      },
      sentAt: this.#now(),
      chunks: [],
      length: 0,
    };
    this.exchanges.push(exchange);
    keepBody(request, (body) => {
      exchange.request = { ...exchange.request, body };
    });
    intercept(response, {
      head: (status, headers, next) => {
        exchange.status = status;
        exchange.headers = joinHeaders({ ...response.getHeaders(), ...headers });
        next(status, headers);
      },
      piece: (bytes, next) => {
        // A server may write to a connection that the client has closed.
        if (exchange.end !== undefined) return next(bytes);
        if (exchange.length < KEPT_BYTES) exchange.chunks.push({ at: this.#now(), bytes });
        exchange.length += bytes.length;
        return next(bytes);
      },
      end: (next) => {
        exchange.end = 'server';
        exchange.endedAt = this.#now();
        next();
      },
    });
    response.once('close', () => {
      if (exchange.end === 'server' && response.writableFinished) return;
      exchange.end = this.#cut.has(response) || !isByClient(request) ? 'error' : 'client';
      exchange.endedAt = this.#now();
    });
  }
}

/** Whether the other side has closed the connection. */
function isByClient({ socket }: IncomingMessage): boolean {
  return socket.readableEnded || socket.errored !== null;
}

/** Keeps what the parser of HTTP adds to a request, since a listener for its data would take it from the server. */
function keepBody(request: IncomingMessage, onBody: (body: Uint8Array) => void): void {
  const push = request.push.bind(request);
  const pieces: Uint8Array[] = [];
  let length = 0;
  request.push = (piece: Uint8Array | null, ...rest) => {
    if (piece && length + piece.length <= KEPT_BYTES) {
      pieces.push(Uint8Array.from(piece));
      length += piece.length;
    }
    // The parser adds null at the end.
    if (piece === null && length > 0) onBody(Buffer.concat(pieces));
    return push(piece, ...rest);
  };
}

function joinHeaders(headers: OutgoingHttpHeaders): Record<string, string> {
  return joined(
    Object.entries(headers).flatMap(([name, value = []]) =>
      [value].flat().map((each) => [name, String(each)] as const),
    ),
  );
}
