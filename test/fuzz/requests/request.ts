import type { Bytes } from './hostile-values.ts';

/** The pieces of one request, before they are put together. */
export interface Parts {
  readonly method: Bytes;
  readonly target: Bytes;
  readonly headers: readonly (readonly [name: Bytes, value: Bytes])[];
  readonly body: Bytes;
}

/** An answer that is awaited. */
export interface Expected {
  /** An answer to HEAD has no body, whatever its headers say. */
  readonly isHead: boolean;
  /** The operation that was meant, when the request reaches it; a success then has its shape. */
  readonly operationId?: string;
}

/** One thing to do to a server. */
export interface HostileRequest {
  readonly kind: string;
  readonly bytes: Bytes;
  /** One for each request in the bytes. */
  readonly expects: readonly Expected[];
  readonly delivery: Delivery;
  /** The server can tell where the request ends, so that the connection serves for the next. */
  readonly isWellFramed: boolean;
}

/**
 * `whole`: in one piece, and every answer is awaited. `drip`: a few bytes at a time, never to the end; an answer is awaited.
 * `abort`: the connection is cut after them. `finish`: the client has no more to send, and an answer is welcome.
 */
export type Delivery = 'whole' | 'drip' | 'abort' | 'finish';

/** Puts a request together. Its body has a length, unless a header says how long it is in another way. */
export function render({ method, target, headers, body }: Parts): Bytes {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const isFramed = names.has('content-length') || names.has('transfer-encoding');
  const length: Parts['headers'] = body === '' || isFramed ? [] : [['content-length', String(body.length)]];
  const lines = [...headers, ...length].map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

const LONGEST_DUMP = 2000;
/** What comes twenty times or more is shown once. */
const REPEATED = /(.{1,12}?)\1{19,}/gs;

/** A request as text: what is not printable is escaped, and what is repeated is counted. */
export function dump({ kind, bytes, delivery }: HostileRequest): string {
  const short = bytes.replace(REPEATED, (all, unit) => `«${unit} ×${all.length / unit.length}»`);
  const shown = JSON.stringify(short.slice(0, LONGEST_DUMP)).replaceAll(
    /[\u007f-\u00ff]/g,
    (byte) => `\\u00${byte.charCodeAt(0).toString(16)}`,
  );
  return `${kind.slice(0, 60)}, ${delivery}, ${bytes.length} bytes in latin1: ${shown}`;
}
