const LONGEST_KEPT = 128;

/** A set of strings that a stream may fill: bounded in number, and long members are kept as their hash. */
export class BoundedSet {
  readonly #members = new Set<string>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#members.size;
  }

  has(member: string): boolean {
    return this.#members.has(keyOf(member));
  }

  add(member: string): void {
    if (this.#members.size < this.#most) this.#members.add(keyOf(member));
  }

  values(): Iterable<string> {
    return this.#members;
  }
}

function keyOf(member: string): string {
  if (member.length <= LONGEST_KEPT) return member;
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(member).digest('base64');
}
