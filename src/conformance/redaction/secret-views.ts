import { type Escape, jsonEscape, percentEscape, type Unit } from './escapes.ts';

/**
 * Bytes in their original form, or with escapes undone. Each byte of a view has its place in the original, so that a match in a
 * view can be masked there.
 */
export interface View {
  readonly bytes: Uint8Array;
  /** By index, the start of each byte in the original. Absent in the original itself. */
  readonly starts?: Uint32Array | undefined;
  /** By index, the end of each byte in the original. */
  readonly ends?: Uint32Array | undefined;
  /** Index in the original of an escape that is cut by the end. The view ends before it. */
  readonly unfinishedAt?: number | undefined;
}

const KINDS = [jsonEscape, percentEscape] as const;

/** How deep escapes may be nested in any order. Undone in another order, those of different depths can join to others. */
const ANY_ORDER = 4;
/** How many times escapes of each kind are undone in turns. */
const IN_TURNS = 8;

/** The orders in which escapes are undone. They do not depend on the text, so that the place where it is split changes nothing. */
const ORDERS: readonly (readonly Escape[])[] = [
  ...ordersOf(ANY_ORDER),
  Array.from({ length: IN_TURNS }, () => KINDS).flat(),
];

function ordersOf(length: number): Escape[][] {
  if (length === 0) return [[]];
  return ordersOf(length - 1).flatMap((order) => KINDS.map((kind) => [...order, kind]));
}

/**
 * Bytes of the longest escape in the original. Escapes of escapes grow with their depth, and without a limit the search would have to
 * wait for the end of very long ones.
 */
const LONGEST_ESCAPE = 4096;

/**
 * All views in which a secret may be visible: the bytes, and the bytes without escapes, also without nested ones.
 *
 * @param isOpen whether other bytes follow, so that an escape at the end may be cut. Its bytes are not known yet, and are in no view that
 *   undoes it
 */
export function viewsOf(bytes: Uint8Array, isOpen = false): View[] {
  const original: View = { bytes };
  // Most bytes have no escape at all.
  if (KINDS.every(({ mark }) => !bytes.includes(mark))) return [original];
  const undone = new UndoneViews(original, isOpen);
  for (const order of ORDERS) {
    let view = original;
    for (const kind of order) view = undone.of(view, kind);
  }
  return undone.views;
}

/** The start of the escape that a place of the original is in the middle of; the place itself if it is in none. */
export function escapeStart({ starts, ends }: View, place: number): number {
  if (!starts || !ends) return place;
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  const start = starts[low - 1] ?? place;
  return place < (ends[low - 1] ?? place) ? start : place;
}

/** Undoes escapes of views, each kind once for each view. Views of equal bytes are the same, whatever the order that led to them. */
class UndoneViews {
  readonly views: View[];
  readonly #length: number;
  readonly #isOpen: boolean;
  readonly #known: ReadonlyMap<Escape, Map<View, View>> = new Map(KINDS.map((kind) => [kind, new Map()]));

  constructor(original: View, isOpen: boolean) {
    this.views = [original];
    this.#length = original.bytes.length;
    this.#isOpen = isOpen;
  }

  /** @returns the same view if nothing is escaped */
  of(view: View, kind: Escape): View {
    const known = this.#known.get(kind)?.get(view);
    if (known) return known;
    const undone = this.#unique(this.#undo(view, kind));
    this.#known.get(kind)?.set(view, undone);
    return undone;
  }

  #unique(view: View): View {
    const equal = this.views.find((other) => other === view || areEqual(other, view));
    if (!equal) this.views.push(view);
    return equal ?? view;
  }

  #undo(view: View, { mark, read }: Escape): View {
    const { bytes } = view;
    let plain: PlainBytes | undefined;
    let copied = 0;
    let reach = 0;
    let at = bytes.indexOf(mark);
    while (at >= 0) {
      reach = reachOf(view, at, reach);
      const unit = read(bytes, at, reach);
      if (unit.isCut && this.#mayGoOn(view, at)) break;
      if (unit.length > 1) {
        plain ??= new PlainBytes(view);
        plain.copy(copied, at);
        plain.put(unit, at);
        copied = at + unit.length;
      }
      at = bytes.indexOf(mark, at + unit.length);
    }
    const unfinishedAt = at < 0 ? view.unfinishedAt : startOf(view, at);
    const end = at < 0 ? bytes.length : at;
    if (!plain) return end === bytes.length ? view : { ...partOf(view, end), unfinishedAt };
    plain.copy(copied, end);
    return { ...plain.finish(), unfinishedAt };
  }

  /** Whether bytes that follow the original may belong to an escape that the end cuts. */
  #mayGoOn(view: View, at: number): boolean {
    return this.#isOpen && this.#length - startOf(view, at) < LONGEST_ESCAPE;
  }
}

/**
 * The end of the longest escape that may begin at a place.
 *
 * @param known a place before or at the end, such as the result for an earlier place
 */
function reachOf(view: View, at: number, known: number): number {
  const { bytes, ends } = view;
  const last = startOf(view, at) + LONGEST_ESCAPE;
  if (!ends) return Math.min(bytes.length, last);
  let reach = Math.max(known, at);
  while (reach < ends.length && (ends[reach] ?? 0) <= last) reach += 1;
  return reach;
}

function areEqual(one: View, other: View): boolean {
  return (
    one.unfinishedAt === other.unfinishedAt &&
    haveEqualBytes(one.bytes, other.bytes) &&
    haveEqualBytes(one.starts, other.starts) &&
    haveEqualBytes(one.ends, other.ends)
  );
}

function haveEqualBytes(one: ArrayBufferView | undefined, other: ArrayBufferView | undefined): boolean {
  if (!one || !other) return one === other;
  return one.byteLength === other.byteLength && asBuffer(one).equals(asBuffer(other));
}

function asBuffer({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function startOf({ starts }: View, at: number): number {
  return starts?.[at] ?? at;
}

function partOf({ bytes, starts, ends }: View, end: number): View {
  return { bytes: bytes.subarray(0, end), starts: starts?.subarray(0, end), ends: ends?.subarray(0, end) };
}

/** Builds a view from another. It has at most as many bytes. */
class PlainBytes {
  readonly #from: View;
  readonly #bytes: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  #length = 0;

  constructor(from: View) {
    const { length } = from.bytes;
    this.#from = from;
    this.#bytes = new Uint8Array(length);
    this.#starts = new Uint32Array(length);
    this.#ends = new Uint32Array(length);
  }

  copy(from: number, to: number): void {
    const { bytes, starts, ends } = this.#from;
    this.#bytes.set(bytes.subarray(from, to), this.#length);
    if (starts && ends) {
      this.#starts.set(starts.subarray(from, to), this.#length);
      this.#ends.set(ends.subarray(from, to), this.#length);
      this.#length += to - from;
      return;
    }
    for (let at = from; at < to; at += 1) {
      this.#starts[this.#length] = at;
      this.#ends[this.#length] = at + 1;
      this.#length += 1;
    }
  }

  put({ bytes, length }: Unit, at: number): void {
    const { starts, ends } = this.#from;
    for (const byte of bytes) {
      this.#bytes[this.#length] = byte;
      this.#starts[this.#length] = starts?.[at] ?? at;
      this.#ends[this.#length] = ends?.[at + length - 1] ?? at + length;
      this.#length += 1;
    }
  }

  finish(): View {
    return partOf({ bytes: this.#bytes, starts: this.#starts, ends: this.#ends }, this.#length);
  }
}
