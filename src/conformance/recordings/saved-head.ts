import { isStatus, joined } from '../judge/headers.ts';
import { HEAD_BYTES, PRELUDE, STATUS_LINE } from './detect-format.ts';

/** The head of a response that a tool saved before its body. */
export interface SavedHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Where the body begins, in bytes. */
  readonly bodyStart: number;
}

/** How an input with a head begins: with a status line as `curl -i` writes it, or with what `curl -v` writes before it. */
const BEGINNING = /^[H*<>{}]/;
/** `curl -v` marks what it received. */
const MARK = /^< ?/;
const HEADER = /^([\w!#$%&'*+.^`|~-]{1,99}):(.*)$/;
/** A header may go on in the next line (RFC 9112, 5.2). */
const FOLDED = /^[\t ]/;

/** Collects the beginning of an input until it has the head of a response, or shows that there is none. */
export class HeadReader {
  #pieces: Uint8Array[] = [];
  #length = 0;

  /** @returns the bytes up to here once the head can be read from them */
  push(bytes: Uint8Array): Uint8Array | undefined {
    if (this.#length === 0 && !BEGINNING.test(String.fromCharCode(bytes[0] ?? 0))) return bytes;
    // The caller reuses the memory of the piece.
    this.#pieces.push(bytes.slice());
    this.#length += bytes.length;
    return this.#length < HEAD_BYTES ? undefined : this.end();
  }

  /** The bytes that were collected. */
  end(): Uint8Array {
    const all = Buffer.concat(this.#pieces);
    this.#pieces = [];
    return all;
  }
}

/**
 * Reads the head at the beginning of an input. Of several heads, such as those of redirects, the last one belongs to the body.
 *
 * @returns undefined if there is none, or none that ends
 */
export function readSavedHead(bytes: Uint8Array): SavedHead | undefined {
  // In Latin-1 an index is an offset.
  const text = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  if (!BEGINNING.test(text)) return undefined;
  let head: SavedHead | undefined;
  let status: number | undefined;
  let headers: (readonly [name: string, value: string])[] = [];
  let bodyStart = 0;
  for (const [written, lineEnd] of linesOf(text)) {
    bodyStart += written.length + lineEnd.length;
    const line = written.replace(MARK, '');
    const [, begun] = STATUS_LINE.exec(line) ?? [];
    const [, name, value] = HEADER.exec(line) ?? [];
    if (begun !== undefined) {
      status = Number(begun);
      headers = [];
    } else if (status === undefined) {
      if (!PRELUDE.test(line)) break;
    } else if (line === '') {
      if (isStatus(status)) head = { status, headers: joined(headers), bodyStart };
      status = undefined;
    } else if (name !== undefined && value !== undefined) headers.push([name, value.trim()]);
    else if (!FOLDED.test(line)) break;
  }
  return head;
}

/** The lines that end, each with its end. */
function* linesOf(text: string): Generator<readonly [line: string, lineEnd: string]> {
  const parts = text.split(/(\r\n|\r|\n)/);
  for (let at = 1; at < parts.length; at += 2) yield [parts[at - 1] ?? '', parts[at] ?? ''];
}
