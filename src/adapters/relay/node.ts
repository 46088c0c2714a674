/** Turns the requests of frameworks on Node into a Request, and a Response into their answers. */
import type { RelayHandler } from './fetch.ts';
import { explain, Refusal } from './refusal.ts';

/** The part of Node's request that a relay uses. */
export interface NodeRequest {
  /** The method, in capitals. */
  readonly method?: string | undefined;
  /** The headers by their names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Whether something has read the body before. */
  readonly readableDidRead: boolean;
  /** Adds a listener. */
  on(name: string, listener: (...facts: never[]) => void): unknown;
  /** Stops reading. */
  pause(): unknown;
  /** Goes on reading. */
  resume(): unknown;
}

/** What a framework knows about a request besides its head. */
export interface Received {
  readonly protocol: string;
  /** Path and query, as the page sent them. */
  readonly path: string;
  /** What a parser has read, if one has. */
  readonly body?: unknown;
  /** Calls back when the connection has closed. */
  onClose(listener: () => void): void;
}

/** A host with or without a port. Anything else could change the path of the URL. */
const HOST = /^[\w.:[\]-]+$/;

/** Calls the handler for a request of Node. A request that no Request can represent gets 400. */
export async function answerNode(
  handle: RelayHandler,
  request: NodeRequest,
  received: Received,
): Promise<Response> {
  let made: Request;
  try {
    made = requestOf(request, received);
  } catch {
    return explain(new Refusal('invalid-request', 400, 'the request cannot be read'));
  }
  return handle(made);
}

/** @throws TypeError for a method, a host, a path or a header that no Request can have */
function requestOf(request: NodeRequest, { protocol, path, body, onClose }: Received): Request {
  const { method = 'GET', headers } = request;
  const host = String(headers.host ?? headers[':authority'] ?? 'localhost');
  if (!HOST.test(host)) throw new TypeError('the host is malformed');
  const gone = new AbortController();
  onClose(() => gone.abort());
  return new Request(`${protocol}://${host}${path}`, {
    method,
    headers: headersOf(headers),
    signal: gone.signal,
    ...(method === 'POST' && {
      body: request.readableDidRead ? textOf(body) : streamOf(request),
      duplex: 'half',
    }),
  } as RequestInit);
}

function headersOf(given: NodeRequest['headers']): Headers {
  const headers = new Headers();
  for (const [name, value = []] of Object.entries(given)) {
    // HTTP/2 has headers such as :path.
    if (name.startsWith(':')) continue;
    for (const each of [value].flat()) headers.append(name, each);
  }
  return headers;
}

/** The body that a parser has read. A text or bytes stay as they are. */
function textOf(body: unknown): string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array ? body : (JSON.stringify(body) ?? '');
}

/** The body of a request. Cancelling it discards the rest. Node's own conversion would close the connection, and with it the answer. */
function streamOf(request: NodeRequest): ReadableStream<Uint8Array> {
  let isCancelled = false;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      request.pause();
      request.on('data', (bytes: Uint8Array) => {
        if (isCancelled) return;
        controller.enqueue(bytes);
        request.pause();
      });
      request.on('end', () => isCancelled || controller.close());
      request.on('error', (error: unknown) => isCancelled || controller.error(error));
    },
    pull: () => void request.resume(),
    cancel() {
      isCancelled = true;
      request.resume();
    },
  });
}
