/** Makes a Request from what a framework on Node knows about a request. */
import type { RelayHandler } from './fetch.ts';
import { explain, Refusal } from './refusal.ts';

/** The part of a stream of Node that a relay uses. */
export interface NodeStream {
  /** Adds a listener. */
  on(name: string, listener: (...facts: never[]) => void): unknown;
  /** Stops reading. */
  pause(): unknown;
  /** Goes on reading. */
  resume(): unknown;
}

/** The part of a response of Node that a relay uses. */
export interface NodeResponse {
  /** Calls back when the connection has closed. */
  on(name: 'close', listener: () => void): unknown;
}

/** Headers by their names in lower case. */
export type NodeHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A request of a page. */
interface Received {
  readonly method: string;
  readonly protocol: string;
  /** Path and query, as the page sent them. */
  readonly path: string;
  readonly headers: NodeHeaders;
  body(): string | Uint8Array | ReadableStream<Uint8Array>;
  readonly response: NodeResponse;
}

/** A host with or without a port. Anything else could change the path of the URL. */
const HOST = /^[\w.:[\]-]+$/;

/** Calls the handler. A request that no Request can represent gets 400. */
export async function answerNode(handle: RelayHandler, received: Received): Promise<Response> {
  let request: Request;
  try {
    request = requestOf(received);
  } catch {
    return explain(new Refusal('invalid-request', 400, 'the request cannot be read'));
  }
  return handle(request);
}

/** @throws TypeError for a method, a host or a path that no Request can have, and RangeError for a body that cannot be written as JSON */
function requestOf({ method, protocol, path, headers, body, response }: Received): Request {
  const { host = headers[':authority'] ?? 'localhost' } = headers;
  if (!HOST.test(`${host}`)) throw new TypeError('the host is malformed');
  const gone = new AbortController();
  // The page has gone away, or has its answer.
  response.on('close', () => gone.abort());
  return new Request(`${protocol}://${host}${path}`, {
    method,
    headers: pairsOf(headers),
    signal: gone.signal,
    // Other methods are refused, and GET cannot have a body.
    ...(method === 'POST' && { body: body(), duplex: 'half' }),
  } as RequestInit);
}

function pairsOf(headers: NodeHeaders): [name: string, value: string][] {
  return Object.entries(headers).flatMap(([name, value = []]) =>
    // HTTP/2 has headers such as :path.
    name.startsWith(':') ? [] : [value].flat().map((each): [string, string] => [name, each]),
  );
}

/** Reads a stream of Node. Cancelling discards the rest. Node's own conversion would close the connection, and with it the answer. */
export function streamOf(stream: NodeStream): ReadableStream<Uint8Array> {
  let isCancelled = false;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      stream.pause();
      stream.on('data', (bytes: Uint8Array) => {
        if (isCancelled) return;
        controller.enqueue(bytes);
        stream.pause();
      });
      stream.on('end', () => isCancelled || controller.close());
      stream.on('error', (error: unknown) => isCancelled || controller.error(error));
    },
    pull: () => void stream.resume(),
    cancel() {
      isCancelled = true;
      stream.resume();
    },
  });
}
