import { isUtf8 } from 'node:buffer';
import type { TextFold } from './text-fold.ts';

/**
 * The fast path: most of a stream is message.delta events, most of the rest is the content that repeats them, and nearly all
 * servers write both in one of few forms. Here they are read from the bytes, without making a string or an object.
 *
 * Whatever is not exactly of these forms - another member, order, escape, framing, malformed UTF-8 - is left to the general
 * path. A property test holds the two to the same findings on every input.
 */

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

const NAME = ascii('event: message.delta\ndata: {"text":');
const MEMBER = ascii('"replace":');
const FALSE = ascii('false}\n\n');
/** Room that must be free in the fold before an event is tried: text that does not fit goes the general way. */
const ROOM = 16 * 1024;

/** Bytes that stand for themselves inside a JSON string: not a quote, not an escape, not a control character. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= SPACE && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0,
);
/** What a one-letter escape stands for; 0 for those that are left to the general path. */
const ESCAPED = new Uint8Array(256);
for (const [letter, byte] of [
  ['"', 0x22],
  ['\\', 0x5c],
  ['/', 0x2f],
  ['b', 8],
  ['f', 12],
  ['n', 10],
  ['r', 13],
  ['t', 9],
] as const) {
  ESCAPED[letter.charCodeAt(0)] = byte;
}

function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** How far the fast path came: where the next event begins, and how many it took. */
export interface Taken {
  position: number;
  /** Where the last event taken begins. */
  last: number;
  events: number;
}

/**
 * Takes delta events of the form below (a space after `,` and `:` is allowed) and appends their text.
 *
 *     event: message.delta LF data: {"text":"…","replace":false} LF LF
 *
 * They are taken from `bytes[position, end)` as long as they have it; the bytes must be valid UTF-8.
 *
 * @param taken is filled in, so that no object is made per call
 */
export function takeDeltas(
  bytes: Uint8Array,
  position: number,
  end: number,
  text: TextFold,
  taken: Taken,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = position;
  let events = 0;
  while (startsDelta(bytes, at, end)) {
    const next = takeDelta(bytes, view, at + NAME.length, end, text);
    if (next < 0) break;
    taken.last = at;
    at = next;
    events += 1;
  }
  taken.position = at;
  taken.events = events;
}

/** Takes the rest of one event. Returns where it ends, or -1, with the text as it was, if it has not the form. */
function takeDelta(bytes: Uint8Array, view: DataView, start: number, end: number, text: TextFold): number {
  text.room(ROOM);
  const { block, view: blockView } = text;
  const most = block.length;
  let used = text.used;
  let at = start;
  if (bytes[at] === SPACE) at += 1;
  if (bytes[at] !== QUOTE) return -1;
  at += 1;
  for (;;) {
    const stop = Math.min(end, at + most - used);
    // Four bytes at a time, since nearly all of a stream goes through here.
    while (at + 4 <= stop) {
      const four = view.getInt32(at);
      if (!areFourPlain(four)) break;
      blockView.setInt32(used, four);
      at += 4;
      used += 4;
    }
    while (at < stop && PLAIN[bytes[at] as number] === 1) block[used++] = bytes[at++] as number;
    if (at >= stop) return -1;
    const byte = bytes[at];
    if (byte === QUOTE) break;
    if (byte !== BACKSLASH) return -1;
    const plain = ESCAPED[bytes[at + 1] as number] as number;
    if (plain === 0) return -1;
    if (plain < SPACE) text.hasControls = true;
    block[used++] = plain;
    at += 2;
  }
  at += 1;
  if (bytes[at++] !== COMMA) return -1;
  if (bytes[at] === SPACE) at += 1;
  if (!isAt(bytes, at, MEMBER)) return -1;
  at += MEMBER.length;
  if (bytes[at] === SPACE) at += 1;
  if (at + FALSE.length > end || !isAt(bytes, at, FALSE)) return -1;
  text.used = used;
  return at + FALSE.length;
}

/**
 * Whether none of four bytes is a quote, a backslash or below a space. A byte is zero, or below a limit, where subtracting one,
 * or the limit, sets its highest bit and it was not set before; a borrow may only make more of them look so.
 *
 * @see https://graphics.stanford.edu/~seander/bithacks.html#HasLessInWord
 */
function areFourPlain(four: number): boolean {
  const quote = four ^ 0x22222222;
  const backslash = four ^ 0x5c5c5c5c;
  const found =
    (((four - 0x20202020) & ~four) |
      ((quote - 0x01010101) & ~quote) |
      ((backslash - 0x01010101) & ~backslash)) &
    0x80808080;
  return found === 0;
}

function isAt(bytes: Uint8Array, at: number, form: Uint8Array): boolean {
  for (let index = 0; index < form.length; index++) {
    if (bytes[at + index] !== form[index]) return false;
  }
  return true;
}

/** Whether a delta event begins there, as far as its name tells: only then is it worth looking how far the bytes go. */
export function startsDelta(bytes: Uint8Array, position: number, end: number): boolean {
  return end - position > NAME.length && isAt(bytes, position, NAME);
}

/** End of the last whole event in the bytes: as far as the fast path may look, and where UTF-8 cannot be cut. */
export function lastBlankLine(bytes: Uint8Array, position: number, end: number): number {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset + position, end - position);
  const last = view.lastIndexOf('\n\n', undefined, 'latin1');
  return last < 0 ? position : position + last + 2;
}

/** What may stand before a member's name. */
const OPENS_MEMBER = new Set(['{', ',', ' '].map((letter) => letter.charCodeAt(0)));
const CONTENT = Buffer.from('"content":');
/** Stands for a content that was found to be the text. Nothing that a stream sends can be it, since no stream knows it. */
export const SAME_TEXT = `the text of the deltas ${Math.random()}`;
/** Shorter content is not worth the search. */
const SHORTEST = 1024;

/**
 * Looks in the JSON of a terminal event for a member `content` that is the text, and returns the JSON with SAME_TEXT in its
 * place. Undefined when there is none of a form that can be compared byte by byte.
 *
 * The bytes that matched are one whole string of the JSON: what opens it is a member name after `{` or `,`, where no quote can
 * be escaped, and what closes it is the first quote after it. Whose member it is shows when the JSON is parsed.
 */
export function shrinkContent(bytes: Uint8Array, text: TextFold): string | undefined {
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
  if (!isUtf8(before) || !isUtf8(after)) return undefined;
  return `${before}${SAME_TEXT}${after}`;
}

/**
 * Compares the bytes of a JSON string with text. Returns where the text ends in them, or -1. Only what is legal inside a JSON
 * string is matched: no bare quote, and no bare control character.
 */
function matchText(json: Buffer, start: number, { block, used, hasControls }: TextFold): number {
  let at = start;
  let matched = 0;
  // Looked for anew only when it was passed, so that text full of escapes is not searched once for each.
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
