import { BACKSLASH, COMMA, ESCAPED, PLAIN, QUOTE, SPACE } from './json-bytes.ts';
import type { TextFold } from './text-fold.ts';

/**
 * The fast path. Most of a stream is message.delta events, and nearly all servers write them in one of a few forms. The fast path
 * reads these forms from the bytes, without creating strings or objects.
 *
 * Everything else goes to the general path: another member, order, escape or framing, and malformed UTF-8. A property test checks
 * that both paths have the same findings on every input.
 */

const NAME = ascii('event: message.delta\ndata: {"text":');
const NAME_VIEW = new DataView(NAME.buffer);
/** What follows the text if no space does. */
const CLOSE = new DataView(ascii(',"replace":false}\n\n').buffer);
const MEMBER = ascii('"replace":');
const FALSE = ascii('false}\n\n');
/** Most bytes that must be free in the fold before an event is tried. Longer text goes to the general path. */
const ROOM = 16 * 1024;

function ascii(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** The result of a run of the fast path. */
export interface Taken {
  /** Index of the first byte that was not taken. */
  position: number;
  /** Index of the last event that was taken. */
  last: number;
  events: number;
}

/**
 * Takes as many delta events of this form as `bytes[position, end)` begins with, and appends their text. A space may follow `,`
 * and `:`. The bytes must be valid UTF-8.
 *
 *     event: message.delta LF data: {"text":"…","replace":false} LF LF
 *
 * @param taken receives the result, so that a call creates no object
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
  while (end - at > NAME.length && isFormAt(view, at, NAME_VIEW)) {
    const next = takeDelta(bytes, view, at + NAME.length, end, text);
    if (next < 0) break;
    taken.last = at;
    at = next;
    events += 1;
  }
  taken.position = at;
  taken.events = events;
}

/** Takes the rest of one event. Returns the index after it, or -1 and leaves the text unchanged if the form does not match. */
function takeDelta(bytes: Uint8Array, view: DataView, start: number, end: number, text: TextFold): number {
  // The text takes no more bytes than its JSON. A short stream would otherwise leave much more garbage than it has bytes.
  text.room(Math.min(ROOM, end - start));
  const { block, view: blockView, capacity: most } = text;
  let used = text.used;
  let at = start;
  if (bytes[at] === SPACE) at += 1;
  if (bytes[at] !== QUOTE) return -1;
  at += 1;
  for (;;) {
    const stop = Math.min(end, at + most - used);
    // Four bytes at a time, since nearly all bytes of a stream pass this loop.
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
  if (at + CLOSE.byteLength <= end && isFormAt(view, at, CLOSE)) {
    text.used = used;
    return at + CLOSE.byteLength;
  }
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
 * Whether none of four bytes is a quote, a backslash or a control character. Subtracting 1 sets the highest bit of a zero byte, and
 * subtracting a limit sets that of a byte below the limit. A borrow can only cause a false alarm, never hide a match.
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

/** Compares four bytes at a time, the last ones perhaps twice. The form has at least four bytes, and the view has as many at this place. */
function isFormAt(view: DataView, at: number, form: DataView): boolean {
  const last = form.byteLength - 4;
  for (let index = 0; index < last; index += 4) {
    if (view.getInt32(at + index) !== form.getInt32(index)) return false;
  }
  return view.getInt32(at + last) === form.getInt32(last);
}

function isAt(bytes: Uint8Array, at: number, form: Uint8Array): boolean {
  for (let index = 0; index < form.length; index++) {
    if (bytes[at + index] !== form[index]) return false;
  }
  return true;
}

/** Whether a delta event of the common form seems to begin at this position. A cheap test before the fast path is prepared. */
export function startsDelta(bytes: Uint8Array, position: number, end: number): boolean {
  return end - position > NAME.length && isAt(bytes, position, NAME);
}

/** Index after the last complete event. The fast path stops there, where no UTF-8 sequence can be cut. */
export function lastBlankLine(bytes: Uint8Array, position: number, end: number): number {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset + position, end - position);
  const last = view.lastIndexOf('\n\n', undefined, 'latin1');
  return last < 0 ? position : position + last + 2;
}
