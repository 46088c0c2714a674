import { streamFailure } from './error.ts';

/** One event of a stream, with its data as text. */
export interface RawEvent {
  /** Name of the event; empty when the stream gives none. */
  readonly type: string;
  readonly data: string;
}

/** Maximum size of an event, in characters. */
const LARGEST_EVENT = 16 * 2 ** 20;

/**
 * Splits an event stream into events by the algorithm of the HTML standard. The fields `id` and `retry` are ignored, because the
 * client repeats a turn by its key.
 *
 * The judge has its own reader, which counts bytes and detects malformed UTF-8. This one is a third of its size, because web pages load it.
 * Tests compare both with eventsource-parser.
 */
export class EventReader {
  readonly #decoder = new TextDecoder();
  /** Text that has arrived, and where its next line begins. */
  #text = '';
  #at = 0;
  /**
   * The first carriage return from `#at` on, or an index after the end of the text. It is kept, so that a text without one is searched only
   * once.
   */
  #return = -1;
  /** Whether the last line ended with a carriage return, so that a line feed after it belongs to the same line end. */
  #isAfterReturn = false;
  /** The beginning of an incomplete line. */
  #partial = '';
  #type = '';
  #data: string | undefined;
  /** Length of the event's lines so far. It counts whole lines, since many short lines take more memory than their data. */
  #size = 0;

  push(bytes: Uint8Array): void {
    this.#text = this.#text.slice(this.#at) + this.#decoder.decode(bytes, { stream: true });
    this.#at = 0;
    this.#return = -1;
  }

  /**
   * Returns the next event, or undefined when it is not complete.
   * @throws ConversationApiError `invalid-response` for an event of more than 16 Mi characters.
   */
  next(): RawEvent | undefined {
    for (let line = this.#line(); line !== undefined; line = this.#line()) {
      const colon = line.indexOf(':');
      const name = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
      if (name === 'event') this.#type = value;
      if (name === 'data') this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
      this.#size += line.length;
      if (line) continue;
      this.#size = 0;
      const type = this.#type;
      const data = this.#data;
      this.#type = '';
      this.#data = undefined;
      if (data !== undefined) return { type, data };
    }
    if (this.#partial.length + this.#size > LARGEST_EVENT) {
      throw streamFailure('invalid-response', 'an event of the stream has more than 16 MiB');
    }
    return undefined;
  }

  /** Returns the next line without its end, or undefined when it is not complete. */
  #line(): string | undefined {
    const text = this.#text;
    const { length } = text;
    if (this.#isAfterReturn && this.#at < length) {
      this.#isAfterReturn = false;
      if (text[this.#at] === '\n') this.#at++;
    }
    const start = this.#at;
    // As an unsigned number, -1 is larger than any index.
    if (this.#return < start) this.#return = text.indexOf('\r', start) >>> 0;
    const end = Math.min(text.indexOf('\n', start) >>> 0, this.#return, length);
    // An incomplete line is not searched again, so a long line takes linear time.
    const line = this.#partial + text.slice(start, end);
    this.#at = end + 1;
    if (end < length) {
      this.#partial = '';
      this.#isAfterReturn = text[end] === '\r';
      return line;
    }
    this.#text = '';
    this.#partial = line;
    this.#at = 0;
    return undefined;
  }
}
