import { BACKSLASH, COMMA, ESCAPED, PLAIN, QUOTE, SPACE } from './json-bytes.ts';
import type { TextFold } from './text-fold.ts';

/**
 * The fast path: most of a stream is message.delta events, most of the rest is the content that repeats them, and nearly all
 * servers write both in one of few forms. Here they are read from the bytes, without making a string or an object.
 *
 * Whatever is not exactly of these forms - another member, order, escape, framing, malformed UTF-8 - is left to the general
 * path. A property test holds the two to the same findings on every input.
 */

const NAME = ascii('event: message.delta\ndata: {"text":');
const MEMBER = ascii('"replace":');
const FALSE = ascii('false}\n\n');
/** Room that must be free in the fold before an event is tried: text that does not fit goes the general way. */
const ROOM = 16 * 1024;

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
