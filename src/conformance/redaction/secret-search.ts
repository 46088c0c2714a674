import { escapeStart, type View, viewsOf } from './secret-views.ts';
import { hexForm, waysToWrite } from './ways-to-write.ts';

/** A range of bytes. `to` is exclusive. */
export type Range = readonly [from: number, to: number];

export interface Found {
  /** Ranges of the secrets, unordered and possibly overlapping. */
  readonly ranges: readonly Range[];
  /** Beginnings of secrets at the end of the bytes, which may or may not continue. */
  readonly rests: readonly Rest[];
  /**
   * Where a search of the bytes and of what follows them may begin: a place before all rests, and in the middle of no escape. It
   * finds the same secrets from there on as a search of everything.
   */
  readonly resumeAt: number;
}

interface Rest {
  readonly from: number;
  /** Bytes of the secret that are present, without escapes; 0 if an escape is cut. */
  readonly length: number;
}

/** Bytes at the beginning of each pattern that serve as its key. No pattern is shorter. */
const KEY_BYTES = 4;

/** Finds secrets in bytes, in all their encodings. The time is linear in the bytes and hardly depends on the number of secrets. */
export class SecretSearch {
  readonly #plain = new PatternIndex();
  /** Hexadecimal forms in lower case, searched in lower-case text. */
  readonly #hex = new PatternIndex();

  add(secret: string): void {
    for (const pattern of waysToWrite(secret)) this.#plain.add(pattern);
    this.#hex.add(hexForm(secret));
  }

  /** @param isOpen whether other bytes follow, or were cut off. Only then there are rests, and escapes at the end are left out */
  find(bytes: Uint8Array, isOpen: boolean): Found {
    // No view is longer than the bytes, and only a beginning is shorter than a secret.
    if (!isOpen && bytes.length < Math.min(this.#plain.shortest, this.#hex.shortest))
      return { ranges: [], rests: [], resumeAt: bytes.length };
    const ranges: Range[] = [];
    const rests: Rest[] = [];
    const views = viewsOf(bytes, isOpen);
    for (const view of views) {
      rests.push(...this.#plain.scan(view, ranges, isOpen));
      if (view.unfinishedAt !== undefined) rests.push({ from: view.unfinishedAt, length: 0 });
    }
    rests.push(...this.#hex.scan({ bytes: lowerCase(bytes) }, ranges, isOpen));
    if (!isOpen) return { ranges, rests: [], resumeAt: bytes.length };
    const settled = Math.min(bytes.length, ...rests.map(({ from }) => from));
    return { ranges, rests, resumeAt: placeBetweenEscapes(views, settled) };
  }
}

/** The last place up to a place that is in the middle of no escape of any view. */
function placeBetweenEscapes(views: readonly View[], place: number): number {
  for (let at = place; ; ) {
    const earlier = Math.min(...views.map((view) => escapeStart(view, at)));
    if (earlier === at) return at;
    at = earlier;
  }
}

/** Patterns, indexed by their beginning. */
class PatternIndex {
  readonly #known = new Set<string>();
  readonly #byKey = new Map<number, Pattern[]>();
  /** For each pair of bytes, whether a pattern begins with it. Rules out most positions quickly. */
  readonly #mayBegin = new Uint8Array(0x10000);
  /** All beginnings of patterns that are shorter than a key. */
  readonly #shortBeginnings = new Set<string>();
  /** Bytes of the shortest pattern. */
  shortest = Number.POSITIVE_INFINITY;

  add(bytes: Uint8Array): void {
    const text = Buffer.from(bytes).toString('latin1');
    if (bytes.length < KEY_BYTES || this.#known.has(text)) return;
    this.#known.add(text);
    this.shortest = Math.min(this.shortest, bytes.length);
    const key = keyAt(bytes, 0);
    const alike = this.#byKey.get(key);
    const pattern = new Pattern(bytes);
    if (alike) alike.push(pattern);
    else this.#byKey.set(key, [pattern]);
    this.#mayBegin[key >>> 16] = 1;
    for (let length = 1; length < KEY_BYTES; length += 1) this.#shortBeginnings.add(text.slice(0, length));
  }

  /** Adds the matches to `ranges`. @returns the first pattern that the end of an open view cuts, if there is one */
  scan(view: View, ranges: Range[], isOpen: boolean): Rest[] {
    if (this.#known.size === 0) return [];
    const { bytes, starts } = view;
    const first = this.#nextKey(bytes, 0);
    const cut = first < 0 ? undefined : this.#matchFrom(first, view, ranges);
    const open = isOpen ? (cut ?? this.#shortOpen(bytes)) : undefined;
    return open === undefined ? [] : [{ from: starts?.[open] ?? open, length: bytes.length - open }];
  }

  /** The next place where as many bytes as a key has are the beginning of a pattern; -1 if there is none. */
  #nextKey(bytes: Uint8Array, from: number): number {
    const last = bytes.length - KEY_BYTES;
    for (let at = from; at <= last; at += 1) {
      if (this.#mayBegin[((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)] === 0) continue;
      if (this.#byKey.has(keyAt(bytes, at))) return at;
    }
    return -1;
  }

  /** @returns the place of the first pattern that the end cuts, if there is one */
  #matchFrom(first: number, { bytes, starts, ends }: View, ranges: Range[]): number | undefined {
    const matched = new JoinedRanges((from, to) =>
      ranges.push([starts?.[from] ?? from, ends?.[to - 1] ?? to]),
    );
    const searched = new Map<Pattern, Match>();
    let open: number | undefined;
    for (let at = first; at >= 0; at = this.#nextKey(bytes, at + 1)) {
      for (const pattern of this.#byKey.get(keyAt(bytes, at)) ?? []) {
        const match = pattern.match(bytes, at, searched.get(pattern));
        searched.set(pattern, match);
        const to = at + match.length;
        if (match.length === pattern.bytes.length) matched.add(at, to);
        else if (to === bytes.length) open ??= at;
      }
    }
    matched.end();
    return open;
  }

  #shortOpen(bytes: Uint8Array): number | undefined {
    const end = String.fromCharCode(...bytes.subarray(1 - KEY_BYTES));
    for (let at = 0; at < end.length; at += 1)
      if (this.#shortBeginnings.has(end.slice(at))) return bytes.length - end.length + at;
    return undefined;
  }
}

/** How much of a pattern stands at a place, and the earlier place from which on the most bytes have been compared. */
interface Match {
  readonly length: number;
  readonly compared: { readonly from: number; readonly to: number };
}

/** A pattern, which may repeat itself: `aaaaaaaa` matches a text of the same letter everywhere. */
class Pattern {
  readonly bytes: Uint8Array;
  /** By index, how many bytes from there on are those of the beginning. */
  #repeats: Uint32Array | undefined;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /**
   * Compares each byte of a text once, whatever the number of places (Gusfield's Z algorithm).
   *
   * @param before the match at the place before this one that was looked at
   */
  match(text: Uint8Array, at: number, before?: Match): Match {
    const { compared } = before ?? { compared: { from: at, to: at } };
    if (at < compared.to) {
      this.#repeats ??= repeatsOf(this.bytes);
      const known = this.#repeats[at - compared.from] ?? 0;
      if (known < compared.to - at) return { length: known, compared };
    }
    const { bytes } = this;
    const most = Math.min(bytes.length, text.length - at);
    let length = Math.max(0, compared.to - at);
    while (length < most && text[at + length] === bytes[length]) length += 1;
    return { length, compared: { from: at, to: at + length } };
  }
}

/** The table of the Z algorithm. */
function repeatsOf(bytes: Uint8Array): Uint32Array {
  const repeats = new Uint32Array(bytes.length);
  repeats[0] = bytes.length;
  let from = 0;
  let to = 0;
  for (let at = 1; at < bytes.length; at += 1) {
    let length = at < to ? Math.min(to - at, repeats[at - from] ?? 0) : 0;
    while (at + length < bytes.length && bytes[length] === bytes[at + length]) length += 1;
    repeats[at] = length;
    if (at + length > to) [from, to] = [at, at + length];
  }
  return repeats;
}

/** Joins ranges that overlap, so that no byte is masked more than once. They come in the order of their beginnings. */
class JoinedRanges {
  readonly #onRange: (from: number, to: number) => void;
  #from = 0;
  #to = 0;

  constructor(onRange: (from: number, to: number) => void) {
    this.#onRange = onRange;
  }

  add(from: number, to: number): void {
    if (from > this.#to) {
      this.end();
      this.#from = from;
    }
    this.#to = Math.max(this.#to, to);
  }

  end(): void {
    if (this.#to > this.#from) this.#onRange(this.#from, this.#to);
  }
}

function keyAt(bytes: Uint8Array, at: number): number {
  const first = ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16);
  return (first | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)) >>> 0;
}

/** Each byte is one character, whose lower case is one byte too. The engine does this faster than a loop over the bytes. */
function lowerCase({ buffer, byteOffset, length }: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(buffer, byteOffset, length).toString('latin1').toLowerCase(), 'latin1');
}
