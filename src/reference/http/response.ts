import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** Headers of every JSON answer, except its length. Caches must not store an answer, because it belongs to one credential. */
export const JSON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
} as const;

const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
} as const;

/**
 * Writes a whole answer.
 *
 * @returns the size of its body in bytes
 * @throws TypeError, before anything is written, when the body cannot be JSON
 */
export function writeJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers?: OutgoingHttpHeaders,
): number {
  const text = toJson(body);
  const length = Buffer.byteLength(text);
  response.writeHead(status, { ...headers, ...JSON_HEADERS, 'content-length': length });
  response.end(text);
  return length;
}

/** Writes a file. @returns its size in bytes */
export function writeContent(
  response: ServerResponse,
  status: number,
  content: Uint8Array,
  headers?: OutgoingHttpHeaders,
): number {
  response.writeHead(status, { ...headers, 'content-length': content.length });
  response.end(content);
  return content.length;
}

/** Sends the headers of a stream at once, so that the client knows that the stream is open before its first event. */
export function openStream(response: ServerResponse, headers?: OutgoingHttpHeaders): void {
  response.writeHead(200, { ...headers, ...STREAM_HEADERS });
  response.flushHeaders();
}

/** The member in which a list carries its JSON. A copy of the list does not carry it, so a changed copy is serialized again. */
const JSON_TEXT = Symbol('JSON text');

/** Freezes a list and adds its JSON to it, for a list that is sent many times. Its items must not change either. */
export function withJson<Item>(list: Item[]): readonly Item[] {
  return Object.freeze(Object.defineProperty(list, JSON_TEXT, { value: JSON.stringify(list) }));
}

/**
 * The JSON of a body, as JSON.stringify writes it. A list in `data` that carries its JSON is not serialized again.
 *
 * @throws TypeError when the body cannot be JSON
 */
export function toJson(body: unknown): string {
  const list = typeof body === 'object' && body !== null && 'data' in body && body.data;
  if (!Array.isArray(list) || !(JSON_TEXT in list)) return JSON.stringify(body) ?? '';
  const members = Object.entries(body as object).flatMap(([name, value]) => {
    const text = value === list ? list[JSON_TEXT] : JSON.stringify(value);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join(',')}}`;
}
