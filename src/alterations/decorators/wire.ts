import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { PortChange } from '../alteration.ts';

/** A response whose output can be intercepted. The server calls only these three functions, in this order. */
interface Written {
  writeHead(status: number, headers?: OutgoingHttpHeaders): ServerResponse;
  write(text: string | Uint8Array): boolean;
  end(text?: string | Uint8Array): ServerResponse;
}

/** Changes how responses are written, before the server writes to them. */
export function inResponses(
  change: (response: ServerResponse & Written, request: IncomingMessage) => void,
): PortChange {
  return {
    port: 'wire',
    wire: (listener) => (request, response) => {
      change(response as ServerResponse & Written, request);
      listener(request, response);
    },
  };
}

/** Replaces the headers of a response. */
export function onHead(
  response: Written,
  change: (headers: OutgoingHttpHeaders, status: number) => OutgoingHttpHeaders,
): void {
  const sound = response.writeHead.bind(response);
  response.writeHead = (status, headers = {}) => sound(status, change(headers, status));
}

/** Replaces each chunk of a body. */
export function onPieces(response: Written, change: (piece: Buffer) => readonly Uint8Array[]): void {
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  const writeAll = (piece: string | Uint8Array) =>
    change(Buffer.from(piece as string)).reduce((_, part) => write(part), true);
  response.write = writeAll;
  response.end = (piece) => {
    if (piece !== undefined && piece.length > 0) writeAll(piece);
    return end();
  };
}

/** A JSON answer as written. */
export interface WrittenAnswer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly text: string;
}

/** Replaces a JSON answer. The server always writes one in a single chunk. */
export function onAnswer(response: Written, change: (answer: WrittenAnswer) => WrittenAnswer): void {
  const writeHead = response.writeHead.bind(response);
  const end = response.end.bind(response);
  let head: { readonly status: number; readonly headers: OutgoingHttpHeaders } | undefined;
  response.writeHead = (status, headers = {}) => {
    if (!String(headers['content-type']).startsWith('application/json')) return writeHead(status, headers);
    head = { status, headers };
    return response as unknown as ServerResponse;
  };
  response.end = (text) => {
    if (!head) return end(text);
    const changed = change({ ...head, text: String(text ?? '') });
    writeHead(changed.status, { ...changed.headers, 'content-length': Buffer.byteLength(changed.text) });
    return end(changed.text);
  };
}

/** Replaces the text of a JSON body, and updates its length. */
export function onJson(response: Written, change: (text: string) => string): void {
  onAnswer(response, (answer) => ({ ...answer, text: change(answer.text) }));
}

/** The headers without those that describe a body of known length. */
export function withoutLength({ 'content-length': _, ...headers }: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return headers;
}
