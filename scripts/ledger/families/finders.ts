/** How many checks that found most alterations of an operator come first. */
const BY_OPERATOR = 3;

/** Which checks found alterations, so that they run first against others like them. An alteration's id is `family/place/operator`. */
export class Finders {
  /** For each place, the check that found the latest alteration there. It also finds most other alterations of the place. */
  readonly #latest = new Map<string, string>();
  /** How many alterations of each operator a check found. One that finds a stale value of one member usually finds those of others. */
  readonly #counts = new Map<string, Map<string, number>>();

  /** The likeliest finders of an alteration among these checks, the likeliest first. */
  among(checks: readonly string[], id: string): readonly string[] {
    const { place, operator } = partsOf(id);
    const counts = this.#counts.get(operator) ?? new Map<string, number>();
    const byOperator = checks
      .filter((check) => counts.has(check))
      .sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
    return [
      ...checks.filter((check) => check === this.#latest.get(place)),
      ...byOperator.slice(0, BY_OPERATOR),
    ];
  }

  note(id: string, finder: string): void {
    const { place, operator } = partsOf(id);
    this.#latest.set(place, finder);
    const counts = this.#counts.get(operator) ?? new Map<string, number>();
    this.#counts.set(operator, counts.set(finder, (counts.get(finder) ?? 0) + 1));
  }
}

function partsOf(id: string) {
  const end = id.lastIndexOf('/');
  return { place: id.slice(0, end), operator: id.slice(end + 1) };
}
