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

/** How many times escapes are undone. Each time undoes JSON at any depth, and then percent-encoding once. */
const NESTING = 8;

/**
 * Bytes of the longest escape in the original. Escapes of escapes grow with their depth, and without a limit the search would have to
 * wait for the end of very long ones.
 */
const LONGEST_ESCAPE = 2048;

/**
 * All views in which a secret may be visible: the bytes, and the bytes without escapes of percent signs, of both, and of all nested ones.
 *
 * @param isOpen whether other bytes follow, so that an escape at the end may be cut. Its bytes are not known yet, and are in no view that
 *   undoes it
 */
export function viewsOf(bytes: Uint8Array, isOpen = false): View[] {
  const undone = new UndoneViews(bytes.length, isOpen);
  const original: View = { bytes };
  const percent = undone.of(original, percentEscape);
  const views = new Set([
    original,
    percent,
    undone.of(percent, jsonEscape),
    undone.of(percent, percentEscape),
  ]);
  let view = original;
  for (let depth = 0; depth < NESTING; depth += 1) {
    const before = view;
    for (const kind of [jsonEscape, percentEscape]) {
      view = undone.of(view, kind);
      views.add(view);
    }
    if (view === before) break;
  }
  return [...views];
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

/** Undoes escapes of views, each kind once for each view. */
class UndoneViews {
  readonly #length: number;
  readonly #isOpen: boolean;
  readonly #known = new Map<Escape, Map<View, View>>();

  /** @param length bytes of the original */
  constructor(length: number, isOpen: boolean) {
    this.#length = length;
    this.#isOpen = isOpen;
  }

  /** @returns the same view if nothing is escaped */
  of(view: View, kind: Escape): View {
    const known = this.#known.get(kind) ?? new Map<View, View>();
    this.#known.set(kind, known);
    const undone = known.get(view) ?? this.#undo(view, kind);
    known.set(view, undone);
    return undone;
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
