/** An answer of the server. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  /** Empty for a stream, of which only the head is read. */
  readonly body: Buffer;
  readonly isStream: boolean;
  /** Whether the connection ends with this answer. */
  readonly isLast: boolean;
}

/** The server sent an invalid HTTP/1.1 response. */
export class UnreadableAnswer extends Error {
  readonly code = 'unreadable-answer';
}

const HEAD_END = '\r\n\r\n';
const LONGEST_HEAD = 64 * 1024;

/** Parses the answers on a connection, one after another. Skips interim responses (1xx). */
export class AnswerReader {
  #bytes: Buffer = Buffer.alloc(0);
  #pieces: Buffer[] = [];

  push(bytes: Buffer): void {
    this.#pieces.push(bytes);
  }

  get isEmpty(): boolean {
    return this.#bytes.length === 0 && this.#pieces.length === 0;
  }

  /**
   * Returns the next answer, or undefined while it is not complete.
   *
   * @param isHead whether it answers a HEAD request, and thus has no body
   * @param isOver whether the server has closed the connection
   * @throws UnreadableAnswer when the bytes are not HTTP/1.1
   */
  next(isHead: boolean, isOver: boolean): WireAnswer | undefined {
    this.#bytes = Buffer.concat([this.#bytes, ...this.#pieces.splice(0)]);
    const end = this.#bytes.indexOf(HEAD_END);
    if (end < 0) {
      if (this.#bytes.length > LONGEST_HEAD) throw new UnreadableAnswer('its headers have no end');
      return undefined;
    }
    const { status, headers } = readHead(this.#bytes.toString('latin1', 0, end));
    const start = end + HEAD_END.length;
    if (status < 200) {
      this.#bytes = this.#bytes.subarray(start);
      return this.next(isHead, isOver);
    }
    const isStream = headers.get('content-type') === 'text/event-stream';
    const hasNone = isHead || isStream || status === 204 || status === 304;
    const body = hasNone ? { bytes: Buffer.alloc(0), end: start } : this.#readBody(headers, start, isOver);
    if (!body) return undefined;
    this.#bytes = this.#bytes.subarray(body.end);
    const isLast = isStream || headers.get('connection') === 'close' || isUnframed(headers);
    return { status, headers, body: body.bytes, isStream, isLast };
  }

  #readBody(headers: ReadonlyMap<string, string>, start: number, isOver: boolean) {
    const all = this.#bytes;
    if (headers.get('transfer-encoding') === 'chunked') return readChunks(all, start);
    if (isUnframed(headers)) return isOver ? { bytes: all.subarray(start), end: all.length } : undefined;
    const end = start + Number(headers.get('content-length'));
    return end <= all.length ? { bytes: all.subarray(start, end), end } : undefined;
  }
}

function isUnframed(headers: ReadonlyMap<string, string>): boolean {
  return !headers.has('content-length') && !headers.has('transfer-encoding');
}

function readHead(text: string): Pick<WireAnswer, 'status' | 'headers'> {
  const [line = '', ...fields] = text.split('\r\n');
  const [, status] = /^HTTP\/1\.1 (\d{3}) [\x20-\x7e]*$/.exec(line) ?? [];
  if (status === undefined) throw new UnreadableAnswer(`its first line is ${JSON.stringify(line)}`);
  const headers = new Map<string, string>();
  for (const field of fields) {
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+): ?([\t\x20-\x7e\x80-\xff]*)$/.exec(field) ?? [];
    if (name === undefined || value === undefined)
      throw new UnreadableAnswer(`it has the header ${JSON.stringify(field)}`);
    if (headers.has(name.toLowerCase())) throw new UnreadableAnswer(`it has the header ${name} twice`);
    headers.set(name.toLowerCase(), value.toLowerCase());
  }
  return { status: Number(status), headers };
}

function readChunks(all: Buffer, start: number): { bytes: Buffer; end: number } | undefined {
  const pieces: Buffer[] = [];
  for (let at = start; ; ) {
    const lineEnd = all.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(all.toString('latin1', at, lineEnd), 16);
    if (!(size >= 0)) throw new UnreadableAnswer('a chunk has no size');
    const dataEnd = lineEnd + 2 + size;
    if (dataEnd + 2 > all.length) return undefined;
    if (size === 0) return { bytes: Buffer.concat(pieces), end: dataEnd + 2 };
    pieces.push(all.subarray(lineEnd + 2, dataEnd));
    at = dataEnd + 2;
  }
}
