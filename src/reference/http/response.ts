import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { toJson } from './kept-json.ts';

/** Headers of every answer in JSON but its length. Nothing here may be kept by a cache: it is one credential's own. */
export const JSON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
} as const;

const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
} as const;

/** Writes a whole answer. @throws TypeError when the body has no JSON; nothing has been written then. */
export function writeJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers?: OutgoingHttpHeaders,
): void {
  const text = toJson(body);
  response.writeHead(status, { ...headers, ...JSON_HEADERS, 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

/** Sends the headers of a stream at once, so that its client knows that it is open before the first event. */
export function openStream(response: ServerResponse, headers?: OutgoingHttpHeaders): void {
  response.writeHead(200, { ...headers, ...STREAM_HEADERS });
  response.flushHeaders();
}
