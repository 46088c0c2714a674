import type { Bytes } from './hostile-values.ts';

/** The parts of a request. */
export interface Parts {
  readonly method: Bytes;
  readonly target: Bytes;
  readonly headers: readonly (readonly [name: Bytes, value: Bytes])[];
  readonly body: Bytes;
}

/** An expected answer. */
export interface Expected {
  /** Whether it answers HEAD, and thus has no body even if its headers announce one. */
  readonly isHead: boolean;
  /** The operation that the request reaches, if it is known. A success must then have the form of that operation. */
  readonly operationId?: string;
}

/** Bytes to send to the server, and the answers that they should get. */
export interface HostileRequest {
  readonly kind: string;
  readonly bytes: Bytes;
  /** One answer for each request in the bytes. */
  readonly expects: readonly Expected[];
  readonly delivery: Delivery;
  /** Whether the end of the request is unambiguous, so that the connection can carry another one. */
  readonly isWellFramed: boolean;
}

/**
 * How the bytes are sent. `whole`: at once, and every answer is expected. `drip`: slowly and without an end, and an answer is
 * expected. `abort`: the connection is reset after the bytes. `finish`: the client closes its side; an answer may come.
 */
export type Delivery = 'whole' | 'drip' | 'abort' | 'finish';

/** Renders a request. Adds a Content-Length for the body, unless a header frames it already. */
export function render({ method, target, headers, body }: Parts): Bytes {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const isFramed = names.has('content-length') || names.has('transfer-encoding');
  const length: Parts['headers'] = body === '' || isFramed ? [] : [['content-length', String(body.length)]];
  const lines = [...headers, ...length].map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

const LONGEST_DUMP = 2000;
/** A unit that is repeated at least twenty times. */
const REPEATED = /(.{1,12}?)\1{19,}/gs;

/** Describes a request in printable text: escapes bytes, and writes repetitions as a count. */
export function dump({ kind, bytes, delivery }: HostileRequest): string {
  const short = bytes.replace(REPEATED, (all, unit) => `«${unit} ×${all.length / unit.length}»`);
  const shown = JSON.stringify(short.slice(0, LONGEST_DUMP)).replaceAll(
    /[\u007f-\u00ff]/g,
    (byte) => `\\u00${byte.charCodeAt(0).toString(16)}`,
  );
  return `${kind.slice(0, 60)}, ${delivery}, ${bytes.length} bytes in latin1: ${shown}`;
}
