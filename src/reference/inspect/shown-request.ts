import { isUtf8 } from 'node:buffer';
import { maskLine, maskQuery } from '../../secrets/index.ts';
import { FAULT_HEADER } from '../faults/fault-scope.ts';
import type { HttpRequest } from '../http/exchange.ts';
import type { MaskSecrets } from '../secrets/secret-mask.ts';

/** Bytes of a body that is kept. A longer one cannot be sent again from the journal. */
const LONGEST_BODY = 16_384;
/** Characters of a path with its query, and of a header. */
const LONGEST_TEXT = 500;

/** A request as the journal shows it. It has no headers but those below, so no token. */
export interface ShownRequest {
  readonly operation: string;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent if the request has none, or if it is not kept. */
  readonly body?: string;
  /** Whether the body is missing because it is too long. */
  readonly isTooLong?: true;
  /** Whether the body is missing because it is not UTF-8. */
  readonly isNotText?: true;
}

/** Pasted into a terminal, these could end a command or erase a part of it. The line ends and tabs of JSON do neither within quotes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Of these, the ones that may stand in a string of JSON as they are. Their escape means the same there. */
const ESCAPABLE = /[\u007f-\u009f]/g;
const escapeOf = (character: string) => `\\u00${character.charCodeAt(0).toString(16)}`;

const SHOWN_HEADERS = ['content-type', 'idempotency-key', FAULT_HEADER] as const;

/** @param mask masks the secrets of other programs, which a client may have sent by mistake */
export function describeRequest(request: HttpRequest, mask: MaskSecrets): ShownRequest {
  const { operation, body } = request;
  const show = (text: string) => maskLine(mask(text), '***').replaceAll(CONTROL, '\ufffd');
  const headers = SHOWN_HEADERS.flatMap((name) => {
    const value = request.header(name);
    return value === undefined ? [] : [[name, show(value).slice(0, LONGEST_TEXT)] as const];
  });
  return {
    operation: operation.operationId,
    method: operation.method,
    path: maskQuery(show(pathOf(request))).slice(0, LONGEST_TEXT),
    headers: Object.fromEntries(headers),
    ...(body && showBody(body, show)),
  };
}

function showBody(
  body: Buffer,
  show: (text: string) => string,
): Pick<ShownRequest, 'body' | 'isTooLong' | 'isNotText'> {
  if (body.length > LONGEST_BODY) return { isTooLong: true };
  if (!isUtf8(body)) return { isNotText: true };
  return { body: show(body.toString().replaceAll(ESCAPABLE, (character) => escapeOf(character))) };
}

function pathOf({ operation, path, query }: HttpRequest): string {
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ''));
  const pairs = Object.entries(query).flatMap(([name, values = []]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  return pairs.length === 0 ? filled : `${filled}?${new URLSearchParams(pairs)}`;
}
