/** Longer members are stored as their hash, in characters. */
const LONGEST_MEMBER = 128;

/** A set of strings from a stream, in bounded memory. Members beyond the limit are lost. */
export class BoundedSet {
  readonly #members = new Set<string>();
  readonly #most: number;
  #hasLost = false;

  constructor(most: number) {
    this.#most = most;
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
    if (this.#members.size < this.#most) this.#members.add(keyOf(member));
    else this.#hasLost = true;
  }

  values(): Iterable<string> {
    return this.#members;
  }
}

function keyOf(member: string): string {
  if (member.length <= LONGEST_MEMBER) return member;
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(member).digest('base64');
}
