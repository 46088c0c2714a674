import { type View, viewsOf } from './secret-views.ts';
import { hexForm, waysToWrite } from './ways-to-write.ts';

/** A range of bytes. `to` is exclusive. */
export type Range = readonly [from: number, to: number];

export interface Found {
  /** Ranges of the secrets, unordered and possibly overlapping. */
  readonly ranges: readonly Range[];
  /** Beginnings of secrets at the end of the bytes, which may or may not continue. */
  readonly rests: readonly Rest[];
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

  find(bytes: Uint8Array): Found {
    const ranges: Range[] = [];
    const rests: Rest[] = [];
    for (const view of viewsOf(bytes)) {
      rests.push(...this.#plain.scan(view, ranges));
      if (view.unfinishedAt !== undefined) rests.push({ from: view.unfinishedAt, length: 0 });
    }
    rests.push(...this.#hex.scan({ bytes: lowerCase(bytes) }, ranges));
    return { ranges, rests };
  }
}

/** Patterns, indexed by their beginning. */
class PatternIndex {
  readonly #known = new Set<string>();
  readonly #byKey = new Map<number, Uint8Array[]>();
  /** For each pair of bytes, whether a pattern begins with it. Rules out most positions quickly. */
  readonly #mayBegin = new Uint8Array(0x10000);
  /** All beginnings of patterns that are shorter than a key. */
  readonly #shortBeginnings = new Set<string>();

  add(pattern: Uint8Array): void {
    const text = Buffer.from(pattern).toString('latin1');
    if (pattern.length < KEY_BYTES || this.#known.has(text)) return;
    this.#known.add(text);
    const key = keyAt(pattern, 0);
    const alike = this.#byKey.get(key);
    if (alike) alike.push(pattern);
    else this.#byKey.set(key, [pattern]);
    this.#mayBegin[key >>> 16] = 1;
    for (let length = 1; length < KEY_BYTES; length += 1) this.#shortBeginnings.add(text.slice(0, length));
  }

  /** Adds the matches to `ranges`. @returns the first pattern that the end of the view cuts, if there is one */
  scan(view: View, ranges: Range[]): Rest[] {
    if (this.#known.size === 0) return [];
    const { bytes, starts, ends } = view;
    const startOf = (at: number) => starts?.[at] ?? at;
    let open: number | undefined;
    const last = bytes.length - KEY_BYTES;
    for (let at = 0; at <= last; at += 1) {
      if (this.#mayBegin[((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)] === 0) continue;
      for (const pattern of this.#byKey.get(keyAt(bytes, at)) ?? []) {
        const length = Math.min(pattern.length, bytes.length - at);
        if (!isAt(bytes, at, pattern, length)) continue;
        if (length === pattern.length) ranges.push([startOf(at), ends?.[at + length - 1] ?? at + length]);
        else open ??= at;
      }
    }
    if (open === undefined) open = this.#shortOpen(bytes);
    return open === undefined ? [] : [{ from: startOf(open), length: bytes.length - open }];
  }

  #shortOpen(bytes: Uint8Array): number | undefined {
    for (let at = Math.max(0, bytes.length - KEY_BYTES + 1); at < bytes.length; at += 1) {
      if (this.#shortBeginnings.has(Buffer.from(bytes.subarray(at)).toString('latin1'))) return at;
    }
    return undefined;
  }
}

function keyAt(bytes: Uint8Array, at: number): number {
  const first = ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16);
  return (first | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)) >>> 0;
}

function isAt(bytes: Uint8Array, at: number, pattern: Uint8Array, length: number): boolean {
  for (let index = KEY_BYTES; index < length; index += 1) {
    if (bytes[at + index] !== pattern[index]) return false;
  }
  return true;
}

function lowerCase(bytes: Uint8Array): Uint8Array {
  const lower = Uint8Array.from(bytes);
  for (let at = 0; at < lower.length; at += 1) {
    const byte = lower[at] ?? 0;
    if (byte >= 0x41 && byte <= 0x5a) lower[at] = byte | 0x20;
  }
  return lower;
}
