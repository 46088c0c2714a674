/** Longer texts are remembered as their hash, in characters. */
const LONGEST_TEXT = 128;
/** Bytes that a remembered text takes at most, with its place in a set or a list. */
export const TEXT_BYTES = 2 * LONGEST_TEXT + 96;

/** A set of strings from a stream, in bounded memory. Members beyond the limit are lost. */
export class BoundedSet {
  readonly #members = new Set<string>();
  readonly #most: number;
  readonly #remember: (bytes: number) => void;
  #hasLost = false;

  /** @param remember called with the bytes that each new member takes */
  constructor(most: number, remember: (bytes: number) => void = () => {}) {
    this.#most = most;
    this.#remember = remember;
  }

  get size(): number {
    return this.#members.size;
  }

  /** Whether a member was lost. An absent member may then be one of those, so that absence shows nothing. */
  get hasLost(): boolean {
    return this.#hasLost;
  }

  has(member: string): boolean {
    return this.#members.has(keyOf(member));
  }

  add(member: string): void {
    if (this.has(member)) return;
    if (this.#members.size >= this.#most) {
      this.#hasLost = true;
      return;
    }
    this.#members.add(keyOf(member));
    this.#remember(TEXT_BYTES);
  }

  values(): Iterable<string> {
    return this.#members;
  }
}

/** A text of bounded length in place of a text from a stream. Equal texts have equal keys. */
export function keyOf(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('base64');
}
