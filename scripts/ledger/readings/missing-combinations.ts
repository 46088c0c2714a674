/** In how many values a combination consists. */
export type Strength = 2 | 3;

/** The combinations that no row contains yet. Values are identified by index, and one byte per combination makes lookups fast. */
export class MissingCombinations {
  readonly #count: number;
  readonly #excluded: Uint8Array;
  /** Of these only the first array is used at strength 2, and only the second one at strength 3. */
  readonly #pairs: Uint8Array;
  readonly #triples: Uint8Array;

  /**
   * @param questionOf for each value, the question that it answers
   * @param excludes whether two values, given by index, cannot be combined
   */
  constructor(
    questionOf: readonly number[],
    strength: Strength,
    excludes: (one: number, other: number) => boolean,
  ) {
    const count = questionOf.length;
    this.#count = count;
    this.#excluded = new Uint8Array(count ** 2);
    this.#pairs = new Uint8Array(strength === 2 ? count ** 2 : 0);
    this.#triples = new Uint8Array(strength === 3 ? count ** 3 : 0);
    for (let one = 0; one < count; one += 1)
      for (let other = one + 1; other < count; other += 1) {
        const isSame = questionOf[one] === questionOf[other];
        if (isSame || excludes(one, other)) this.#excluded[this.#pair(one, other)] = 1;
        else if (strength === 2) this.#pairs[this.#pair(one, other)] = 1;
      }
    if (strength === 3) this.#addTriples();
  }

  #addTriples(): void {
    for (let one = 0; one < this.#count; one += 1)
      for (let two = one + 1; two < this.#count; two += 1)
        for (let three = two + 1; this.allows(two, [one]) && three < this.#count; three += 1)
          if (this.allows(three, [one, two])) this.#triples[this.#triple(one, two, three)] = 1;
  }

  /** The indexes of the values of a missing combination, or undefined if none is missing. */
  first(): readonly number[] | undefined {
    const triple = this.#triples.indexOf(1);
    const pair = triple < 0 ? this.#pairs.indexOf(1) : Math.floor(triple / this.#count);
    if (pair < 0) return undefined;
    const two = [Math.floor(pair / this.#count), pair % this.#count];
    return triple < 0 ? two : [...two, triple % this.#count];
  }

  /** Whether a value can be combined with all values of a row. */
  allows(value: number, row: readonly number[]): boolean {
    return row.every((other) => this.#excluded[this.#pair(value, other)] === 0);
  }

  /** How many missing combinations a value completes together with the values of a row. */
  gainOf(value: number, row: readonly number[]): number {
    let gain = 0;
    for (const [at, other] of row.entries()) {
      gain += this.#pairs[this.#pair(value, other)] ?? 0;
      if (this.#triples.length === 0) continue;
      for (let before = 0; before < at; before += 1)
        gain += this.#triples[this.#triple(value, other, row[before] as number)] as number;
    }
    return gain;
  }

  /** Removes all combinations that a row contains. */
  remove(row: readonly number[]): void {
    for (const [at, one] of row.entries())
      for (let before = 0; before < at; before += 1) {
        const other = row[before] as number;
        // A write outside of an array of numbers is ignored.
        this.#pairs[this.#pair(one, other)] = 0;
        for (let first = 0; first < before; first += 1)
          this.#triples[this.#triple(one, other, row[first] as number)] = 0;
      }
  }

  #pair(one: number, other: number): number {
    return one < other ? one * this.#count + other : other * this.#count + one;
  }

  #triple(one: number, two: number, three: number): number {
    const least = Math.min(one, two, three);
    const most = Math.max(one, two, three);
    return this.#pair(least, one + two + three - least - most) * this.#count + most;
  }
}
