import { randomUUID } from 'node:crypto';
// The server loads this module with the first turn that uses a connector. A virtual clock does not wait for loading, so the
// turn would time out. The module is therefore loaded beforehand.
import '../../../src/reference/connectors/session.ts';
import { VirtualClock } from '../../../scripts/simulation/virtual-clock.ts';
import { type Framing, plainFraming } from '../../../src/reference/http/event-sink.ts';
import type { EventSink, Exchange, HttpRequest, StreamAnswer } from '../../../src/reference/http/exchange.ts';
import { OPERATIONS } from '../../../src/reference/http/operation.ts';
import type { Decorator } from '../../../src/reference/ports.ts';
import { assemble } from '../../../src/reference/start.ts';
import type { Store } from '../../../src/reference/store/store.ts';

/** A reference server that is called without a socket, so that only the clock of a test determines its time. */
export interface InProcessServer {
  readonly clock: VirtualClock;
  /** The store of the server, without the decorators. */
  readonly store: Store;
  /** Replaces the global `fetch`. */
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** Starts a server with these decorators. */
export async function startInProcess(decorators: readonly Decorator[]): Promise<InProcessServer> {
  const clock = new VirtualClock();
  let store: Store | undefined;
  let exchange: Exchange | undefined;
  let framing: Framing = plainFraming;
  const first: Decorator = {
    ports(ports) {
      store = ports.store;
      return ports;
    },
  };
  const last: Decorator = {
    exchange(whole) {
      exchange = whole;
      return whole;
    },
    framing(whole) {
      framing = whole;
      return whole;
    },
  };
  const server = await assemble({
    clock,
    faults: true,
    report() {},
    decorators: [first, ...decorators, last],
  });
  if (!store || !exchange) throw new Error('the server was assembled without its store or exchange');
  return { clock, store, fetch: carry(exchange, framing), close: () => server.close() };
}

/** Statuses for which `Response` throws when it is given a body. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/** Passes requests to an exchange and returns its answers, as the HTTP layer of the server does. */
function carry(exchange: Exchange, framing: Framing): (request: Request) => Promise<Response> {
  return async (request) => {
    const answer = await Promise.race([exchange(await readRequest(request)), untilAborted(request.signal)]);
    if (!('open' in answer)) {
      const isBare = answer.body === undefined || WITHOUT_BODY.has(answer.status);
      const body = isBare ? null : JSON.stringify(answer.body);
      const headers = { ...answer.headers, 'content-type': 'application/json; charset=utf-8' };
      return new Response(body, { status: answer.status, headers });
    }
    return new Response(streamOf(answer, framing, request.signal), {
      headers: { ...answer.headers, 'content-type': 'text/event-stream' },
    });
  };
}

const ROUTES = OPERATIONS.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));

async function readRequest(request: Request): Promise<HttpRequest> {
  const { pathname, searchParams } = new URL(request.url);
  const body = Buffer.from(await request.arrayBuffer());
  for (const { operation, pattern } of ROUTES) {
    const match = operation.method === request.method ? pattern.exec(pathname) : null;
    if (!match) continue;
    const path = Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]);
    return {
      operation,
      requestId: randomUUID(),
      path: Object.fromEntries(path),
      query: Object.fromEntries(searchParams),
      header: (name) => request.headers.get(name) ?? undefined,
      body: operation.request && body.length > 0 ? body : undefined,
    };
  }
  throw new Error(`${request.method} ${pathname} is not an operation of the contract`);
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function streamOf(answer: StreamAnswer, framing: Framing, signal: AbortSignal): ReadableStream<Uint8Array> {
  const write = framing();
  const encoder = new TextEncoder();
  const gone: (() => void)[] = [];
  let isOver = false;
  const leave = () => {
    if (isOver) return;
    isOver = true;
    for (const callback of gone) callback();
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const sink: EventSink = {
        send(event) {
          if (!isOver) controller.enqueue(encoder.encode(write(event)));
        },
        end() {
          if (isOver) return;
          isOver = true;
          controller.close();
        },
        onGone: (callback) => void gone.push(callback),
      };
      signal.addEventListener(
        'abort',
        () => {
          if (!isOver) controller.error(signal.reason);
          leave();
        },
        { once: true },
      );
      try {
        answer.open(sink);
      } catch (error) {
        controller.error(error);
        leave();
      }
    },
    cancel: leave,
  });
}
