import { isUtf8 } from 'node:buffer';
import { giveBack, type SseEvent, takeMemory } from '../../event-stream/index.ts';
import { isObject, parseServiceJson, UnreadJsonError } from './json.ts';
import { BACKSLASH, ESCAPED, QUOTE, SPACE } from './json-bytes.ts';
import { EVENTS, isTerminal } from './rules/event-names.ts';
import { dataWithoutNulls } from './shape/null-for-absent.ts';
import { hasShape } from './shape/violations.ts';
import type { TextFold } from './text-fold.ts';

/** The data of an event. */
export interface EventData {
  /** The data as JSON, without the nulls that stand for absent members; undefined if it is not JSON. */
  readonly value: unknown;
  readonly text: string;
  /** Whether `content` is known to be the text of the deltas. Both `value` and `text` then have a placeholder in its place. */
  readonly isContentCut: boolean;
}

const NULL = 'null';
const PLACEHOLDER = 'the text of the deltas';
const CONTENT = Buffer.from('"content":');
/** Bytes that may precede the name of a member. */
const OPENS_MEMBER = new Set(['{', ',', ' '].map((letter) => letter.charCodeAt(0)));
/** Shorter content is not worth the search, in bytes. */
const SHORTEST = 1024;

/**
 * Reads the data of events. If the content of a terminal event repeats the text of the deltas, it is compared byte by byte and left
 * out: such content is nearly half of a stream, and decoding, parsing and comparing it would take most of the time of judging.
 *
 * Whether content was left out does not show in the findings; a property test compares them with those of the general path.
 */
export class ContentCut {
  readonly #text: TextFold;
  #cut:
    | { readonly json: string; readonly memory: Uint8Array<ArrayBuffer>; readonly length: number }
    | undefined;

  /** @param text the text of the deltas so far */
  constructor(text: TextFold) {
    this.#text = text;
  }

  /**
   * Decodes the first `data:` line of an event of this type without its content.
   *
   * @returns undefined if the line must be decoded as a whole
   */
  decodeLine(bytes: Uint8Array, type: string): string | undefined {
    if (!isTerminal(type)) return undefined;
    const json = cutContent(bytes, this.#text);
    if (json === undefined) return undefined;
    this.release();
    const memory = takeMemory(bytes.length);
    memory.set(bytes);
    this.#cut = { json, memory, length: bytes.length };
    return json;
  }

  /** Bytes of a line that was decoded, until its event is read. */
  get heldBytes(): number {
    return this.#cut ? this.#cut.length : 0;
  }

  /** Gives the memory back. */
  release(): void {
    if (this.#cut) giveBack(this.#cut.memory);
    this.#cut = undefined;
  }

  /**
   * Parses the data of an event, whose first line `decodeLine` may have decoded.
   *
   * @throws UnreadJsonError
   */
  read(event: SseEvent): EventData {
    const cut = this.#cut;
    this.#cut = undefined;
    if (!cut) return { value: parse(event.data, event.type), text: event.data, isContentCut: false };
    const line = cut.memory.subarray(0, cut.length);
    try {
      return readCut(event, cut.json) ?? readWhole(event, cut.json, line);
    } finally {
      giveBack(cut.memory);
    }
  }
}

/** Undefined if anything but the content is wrong or missing: then the findings may show the content. */
function readCut({ type, data }: SseEvent, json: string): EventData | undefined {
  if (data !== json || !isTerminal(type)) return undefined;
  const value = parse(json, type);
  const schema = EVENTS.get(type)?.schema ?? '';
  if (!isObject(value) || value.content !== PLACEHOLDER || !hasShape(schema, value)) return undefined;
  return { value, text: data, isContentCut: true };
}

/** Puts the first line of the data back. The others were never cut. */
function readWhole({ type, data }: SseEvent, json: string, line: Uint8Array): EventData {
  const text = `${decoder.decode(line)}${data.slice(json.length)}`;
  return { value: parse(text, type), text, isContentCut: false };
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Undefined represents text that is not JSON, since no JSON has this value. */
function parse(text: string, type: string): unknown {
  try {
    const value = parseServiceJson(text);
    // Few events have a null, and looking for it in the text is much faster than in the value.
    return text.includes(NULL) ? dataWithoutNulls(type, value) : value;
  } catch (error) {
    if (error instanceof UnreadJsonError) throw error;
    return undefined;
  }
}

/**
 * Looks in JSON for a member `content` whose value is the text, and returns the JSON with the placeholder as the value. Undefined
 * if there is none in a form that can be compared byte by byte.
 *
 * The bytes that matched are one whole string of the JSON: the member name follows `{` or `,`, where no quote can be escaped, and
 * the string ends at its first quote. Which object has the member shows when the JSON is parsed. The placeholder is unambiguous,
 * since the rest of the JSON must not contain it, neither as it is nor with escapes.
 */
function cutContent(bytes: Uint8Array, text: TextFold): string | undefined {
  if (text.used < SHORTEST || !text.isInBlock) return undefined;
  const json = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const name = json.indexOf(CONTENT);
  if (name < 1 || !OPENS_MEMBER.has(json[name - 1] as number)) return undefined;
  let start = name + CONTENT.length;
  if (json[start] === SPACE) start += 1;
  if (json[start] !== QUOTE) return undefined;
  start += 1;
  const end = matchText(json, start, text);
  if (end < 0 || json[end] !== QUOTE) return undefined;
  const before = json.subarray(0, start);
  const after = json.subarray(end);
  return lacksPlaceholder(before) && lacksPlaceholder(after) ? `${before}${PLACEHOLDER}${after}` : undefined;
}

/** Whether no string in these bytes can be, or contain, the placeholder. */
function lacksPlaceholder(bytes: Buffer): boolean {
  return isUtf8(bytes) && !bytes.includes(PLACEHOLDER) && !bytes.includes('\\u');
}

/**
 * Compares the bytes of a JSON string with text. Returns where the text ends in them, or -1. Only bytes that are legal inside a
 * JSON string match: no bare quote, and no bare control character.
 */
function matchText(json: Buffer, start: number, { block, used, hasControls }: TextFold): number {
  let at = start;
  let matched = 0;
  // Searched again only once it was passed: one search for each escape would take quadratic time.
  let quote = -1;
  for (;;) {
    const backslash = json.indexOf(BACKSLASH, at);
    const length = Math.min(used - matched, (backslash < 0 ? json.length : backslash) - at);
    if (json.compare(block, matched, matched + length, at, at + length) !== 0) return -1;
    if (quote < at) quote = json.indexOf(QUOTE, at);
    if (quote < at + length) return -1;
    if (hasControls && !isFreeOfControls(json, at, at + length)) return -1;
    at += length;
    matched += length;
    if (matched === used) return at;
    const plain = at === backslash ? (ESCAPED[json[at + 1] as number] as number) : 0;
    if (plain === 0 || plain !== block[matched]) return -1;
    at += 2;
    matched += 1;
  }
}

function isFreeOfControls(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    if ((bytes[at] as number) < SPACE) return false;
  }
  return true;
}
