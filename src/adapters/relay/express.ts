import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fetchRelay, type RelaySettings } from './fetch.ts';
import { answerNode, type NodeHeaders, type NodeResponse, type NodeStream, streamOf } from './node.ts';

export type { AskedTurn, RelaySettings } from './fetch.ts';
export type { NodeHeaders, NodeResponse, NodeStream };

/** The part of Express's request that a relay uses. */
export interface ExpressRequest extends NodeStream {
  /** The method, in capitals. */
  readonly method: string;
  /** All headers. */
  readonly headers: NodeHeaders;
  /** The path and query of the page's request, before a router took its part away. */
  readonly originalUrl: string;
  /** `http` or `https`. */
  readonly protocol: string;
  /** Whether something has read a part of the body before. */
  readonly readableDidRead: boolean;
  /** Whether something has read the whole body, which may be empty. */
  readonly readableEnded: boolean;
  /** What has been read, such as by `express.json()`. */
  readonly body?: unknown;
}

/** The part of Express's response that a relay uses. */
export interface ExpressResponse extends NodeResponse {
  /** The status. */
  statusCode: number;
  /** Sets a header. */
  setHeader(name: string, value: string): unknown;
  /** Sends the head at once. */
  flushHeaders(): void;
}

/** A handler of Express. */
export type ExpressHandler = (
  request: ExpressRequest,
  response: ExpressResponse,
  next: (error?: unknown) => void,
) => Promise<void>;

/**
 * Makes a handler for Express 4 and 5: `app.all('/api/relay', expressRelay({ … }))`. It works with and without `express.json()` before it, and
 * never rejects: whatever `mayUse` or `turnFor` throws is passed to `next`.
 */
export function expressRelay(settings: RelaySettings): ExpressHandler {
  const handle = fetchRelay(settings);
  return async (request, response, next) => {
    const { method, protocol, originalUrl: path, headers } = request;
    const isRead = request.readableDidRead || request.readableEnded;
    const body = () => (isRead ? textOf(request.body) : streamOf(request));
    try {
      await send(await answerNode(handle, { method, protocol, path, headers, body, response }), response);
    } catch (error) {
      next(error);
    }
  };
}

/** A text and bytes stay as they are. */
function textOf(body: unknown): string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array ? body : (JSON.stringify(body) ?? '');
}

async function send({ status, headers, body }: Response, response: ExpressResponse): Promise<void> {
  response.statusCode = status;
  headers.forEach((value, name) => {
    response.setHeader(name, value);
  });
  response.flushHeaders();
  const pieces = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  // Rejects when the page goes away, which has then cancelled the body, and when the turn cannot be read on, which has then closed the connection.
  await pipeline(pieces, response as unknown as NodeJS.WritableStream).catch(() => {});
}
