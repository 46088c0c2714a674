import { ByteQueue, giveBack, takeMemory } from './byte-queue.ts';
import {
  type EventStreamHooks,
  type EventStreamLimits,
  EventTooLargeError,
  type SseEvent,
  type TakeBlocks,
} from './event.ts';
import { findFarLineEnd } from './far-line-end.ts';

const LF = 0x0a;
const CR = 0x0d;
const COLON = 0x3a;
const SPACE = 0x20;
/** Bytes that are searched one by one for a line end. Most lines are shorter. */
const NEAR = 512;
/** Bytes. */
const SMALLEST_REST = 1024;
/** Bytes that a code unit of a string takes at most. */
const UNIT = 2;
const EMPTY = new Uint8Array(0);
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

const DEFAULT_LIMITS: EventStreamLimits = { eventBytes: 16 * 1024 * 1024 };

// The reader itself skips a byte order mark at the start of the stream. Any other mark is text.
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
const strict = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });

/**
 * Reads an event stream incrementally, by the algorithm of the HTML standard (section "Interpreting an event stream").
 *
 * Push a chunk, then call `next` until it returns undefined. After that, the caller may reuse the memory of the chunk. The events
 * and their offsets do not depend on how the bytes are split, and the work is linear in the number of bytes.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 * @throws EventTooLargeError from `next`, if a line or an event exceeds the limit
 */
export class EventStreamReader {
  readonly #queue = new ByteQueue();
  readonly #limits: EventStreamLimits;
  readonly #hooks: EventStreamHooks;
  #started = false;
  #skipLineFeed = false;
  /** Index in the queue up to which the current line has no line end. */
  #scanned = 0;

  #blockOffset = -1;
  #type = '';
  #data = '';
  #dataLines = 0;
  #dataOffset = 0;
  #dataBytes = 0;
  /** The lines of data after the first, each with its line feed in front. As strings, many short lines would need many times the memory. */
  #rest: Uint8Array<ArrayBuffer> = EMPTY;
  #restLength = 0;
  #restCapacity = 0;
  #malformed = false;

  constructor(hooks: EventStreamHooks = {}, limits: EventStreamLimits = DEFAULT_LIMITS) {
    this.#hooks = hooks;
    this.#limits = limits;
  }

  /** Number of bytes pushed so far. */
  get bytesRead(): number {
    return this.#queue.base + this.#queue.end;
  }

  /** Offset of the block that has begun and not ended, if there is one. Ask for it when the stream has ended. */
  get unfinishedAt(): number | undefined {
    if (this.#blockOffset >= 0) return this.#blockOffset;
    return this.#queue.position < this.#queue.end ? this.#queue.base + this.#queue.position : undefined;
  }

  /** Whether a part of an event has arrived, and not its end. Ask for it when `next` has returned undefined. A comment is no part of an event. */
  get isInEvent(): boolean {
    if (this.#blockOffset >= 0) return true;
    const { bytes, position, end } = this.#queue;
    return position < end && bytes[position] !== COLON;
  }

  /** Bytes of memory that the reader keeps for an event that has not ended, at most. They depend on the bytes only. */
  get heldBytes(): number {
    return this.#queue.capacity + this.#restCapacity + UNIT * (this.#type.length + this.#data.length);
  }

  push(chunk: Uint8Array): void {
    const consumed = this.#queue.position;
    const scanned = this.#scanned - consumed;
    this.#queue.append(chunk);
    this.#scanned = this.#queue.position + Math.max(scanned, 0);
  }

  /** The next event, or undefined if more bytes are needed. */
  next(): SseEvent | undefined {
    const queue = this.#queue;
    if (!this.#started && !this.#start()) return this.#wait();
    if (this.#scanned < queue.position) this.#scanned = queue.position;
    for (;;) {
      if (this.#skipLineFeed && !this.#skip()) return this.#wait();
      const lineEnd = this.#findLineEnd();
      if (lineEnd < 0) return this.#wait();
      const lineStart = queue.position;
      queue.position = lineEnd + 1;
      this.#scanned = queue.position;
      this.#skipLineFeed = queue.bytes[lineEnd] === CR;
      if (lineStart === lineEnd) {
        const event = this.#dispatch();
        if (event) {
          // Skip the LF of a final CRLF at once if it has arrived, so that the reader is between events for `offerBlocks`.
          if (this.#skipLineFeed && queue.position < queue.end) this.#skip();
          return event;
        }
      } else {
        this.#readLine(queue.bytes, lineStart, lineEnd);
      }
    }
  }

  /**
   * Offers the bytes that `next` has not read yet to a caller that can read whole blocks faster. Does nothing inside a block.
   *
   * @param take returns where `next` goes on reading: `start`, or the end of a block
   */
  offerBlocks(take: TakeBlocks): void {
    if (!this.#started || this.#blockOffset >= 0 || this.#skipLineFeed) return;
    const { bytes, position, end, base } = this.#queue;
    this.#queue.position = take(bytes, position, end, base + position);
  }

  /** Gives the memory of the reader back. What was not read is lost, and nothing more can be pushed. */
  release(): void {
    this.#queue.release();
    this.#giveRestBack();
    this.#type = '';
    this.#data = '';
  }

  #wait(): undefined {
    const pending = this.#queue.end - this.#queue.position + this.#dataBytes;
    if (pending > this.#limits.eventBytes) throw this.#tooLarge();
    const scanned = this.#scanned - this.#queue.position;
    this.#queue.retain();
    this.#scanned = this.#queue.position + scanned;
    return undefined;
  }

  #tooLarge(): EventTooLargeError {
    const offset = this.#blockOffset >= 0 ? this.#blockOffset : this.#queue.base + this.#queue.position;
    return new EventTooLargeError(offset, this.#limits.eventBytes);
  }

  /** Skips a byte order mark. False if there are too few bytes to recognise one. */
  #start(): boolean {
    const { bytes, position, end } = this.#queue;
    for (const [index, byte] of BYTE_ORDER_MARK.entries()) {
      if (position + index >= end) return false;
      if (bytes[position + index] !== byte) {
        this.#started = true;
        return true;
      }
    }
    this.#queue.position += BYTE_ORDER_MARK.length;
    this.#started = true;
    return true;
  }

  /** Skips the LF of a CRLF whose CR already ended the line. False if the next byte has not arrived. */
  #skip(): boolean {
    const { bytes, position, end } = this.#queue;
    if (position >= end) return false;
    if (bytes[position] === LF) {
      this.#queue.position += 1;
      this.#scanned = this.#queue.position;
    }
    this.#skipLineFeed = false;
    return true;
  }

  #findLineEnd(): number {
    const { bytes, end } = this.#queue;
    const from = this.#scanned;
    const near = Math.min(end, from + NEAR);
    for (let index = from; index < near; index++) {
      const byte = bytes[index] as number;
      if (byte <= CR && (byte === LF || byte === CR)) return index;
    }
    const far = near < end ? findFarLineEnd(bytes, near, end) : -1;
    if (far < 0) this.#scanned = end;
    return far;
  }

  #readLine(bytes: Uint8Array, start: number, end: number): void {
    if (bytes[start] === COLON) return;
    if (this.#blockOffset < 0) this.#blockOffset = this.#queue.base + start;
    const nameEnd = findNameEnd(bytes, start, end);
    const valueStart = bytes[nameEnd + 1] === SPACE ? nameEnd + 2 : nameEnd + 1;
    const length = nameEnd - start;
    // Only `event` and `data` are part of an event. `id` and `retry` control reconnecting.
    if (length === 5 && startsWith(bytes, start, EVENT)) {
      this.#type = this.#decode(bytes, Math.min(valueStart, end), end);
    } else if (length === 4 && startsWith(bytes, start, DATA)) {
      this.#addData(bytes, Math.min(valueStart, end), end);
    }
  }

  #addData(bytes: Uint8Array, start: number, end: number): void {
    this.#dataBytes += end - start + 1;
    if (this.#dataBytes > this.#limits.eventBytes) throw this.#tooLarge();
    if (this.#dataLines === 0) {
      this.#dataOffset = this.#queue.base + start;
      this.#data =
        this.#hooks.readData?.(bytes.subarray(start, end), this.#type) ?? this.#decode(bytes, start, end);
    } else {
      this.#addRest(bytes, start, end);
    }
    this.#dataLines += 1;
  }

  #addRest(bytes: Uint8Array, start: number, end: number): void {
    const used = this.#restLength;
    this.#restLength = used + 1 + end - start;
    if (this.#restCapacity < this.#restLength) {
      const capacity = Math.max(2 * this.#restLength, SMALLEST_REST);
      const grown = takeMemory(capacity);
      grown.set(this.#rest.subarray(0, used));
      this.#giveRestBack();
      this.#rest = grown;
      this.#restCapacity = capacity;
    }
    this.#rest[used] = LF;
    this.#rest.set(bytes.subarray(start, end), used + 1);
  }

  #giveRestBack(): void {
    if (this.#rest !== EMPTY) giveBack(this.#rest);
    this.#rest = EMPTY;
    this.#restCapacity = 0;
  }

  #decode(bytes: Uint8Array, start: number, end: number): string {
    const slice = bytes.subarray(start, end);
    try {
      return strict.decode(slice);
    } catch {
      this.#malformed = true;
      return lenient.decode(slice);
    }
  }

  #dispatch(): SseEvent | undefined {
    const offset = this.#blockOffset;
    if (offset < 0) return undefined;
    if (this.#restLength > 0) {
      this.#data += this.#decode(this.#rest, 0, this.#restLength);
      this.#restLength = 0;
      this.#giveRestBack();
    }
    const event: SseEvent = {
      type: this.#type,
      data: this.#data,
      offset,
      dataOffset: this.#dataOffset,
      malformed: this.#malformed,
    };
    const hasData = this.#dataLines > 0;
    this.#blockOffset = -1;
    this.#type = '';
    this.#data = '';
    this.#dataLines = 0;
    this.#dataBytes = 0;
    this.#malformed = false;
    if (hasData) return event;
    if (event.type !== '') this.#hooks.onDropped?.({ type: event.type, offset });
    return undefined;
  }
}

/** Index of the colon after the name of a field, or the end of the line. Names that matter have at most five letters. */
function findNameEnd(bytes: Uint8Array, start: number, end: number): number {
  const last = Math.min(end, start + 6);
  for (let index = start; index < last; index++) {
    if (bytes[index] === COLON) return index;
  }
  return end;
}

const EVENT = new TextEncoder().encode('event');
const DATA = new TextEncoder().encode('data');

function startsWith(bytes: Uint8Array, at: number, name: Uint8Array): boolean {
  for (let index = 0; index < name.length; index++) {
    if (bytes[at + index] !== name[index]) return false;
  }
  return true;
}
