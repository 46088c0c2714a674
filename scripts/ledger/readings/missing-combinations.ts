/** The question and the group of a value. The questions of a group are combined in threes. */
export interface Place {
  readonly question: number;
  readonly group: number | undefined;
}

/** The combinations that no row contains yet. Values are identified by index, and one byte per combination makes lookups fast. */
export class MissingCombinations {
  readonly #places: readonly Place[];
  readonly #excluded: Uint8Array;
  readonly #pairs: Uint8Array;
  readonly #triples: Uint8Array;

  /** @param excludes whether two values, given by index, cannot be combined */
  constructor(places: readonly Place[], excludes: (one: number, other: number) => boolean) {
    this.#places = places;
    this.#excluded = new Uint8Array(places.length ** 2);
    this.#pairs = new Uint8Array(places.length ** 2);
    this.#triples = new Uint8Array(places.length ** 3);
    for (let one = 0; one < places.length; one += 1)
      for (let other = one + 1; other < places.length; other += 1)
        this.#addPair(one, other, excludes(one, other));
    for (let one = 0; one < places.length; one += 1)
      for (let two = one + 1; two < places.length; two += 1)
        if (this.#isThreefold(one, two)) this.#addTriples(one, two);
  }

  #addPair(one: number, other: number, isExcluded: boolean): void {
    if (this.#places[one]?.question === this.#places[other]?.question) return;
    if (isExcluded) this.#excluded[this.#pair(one, other)] = 1;
    else this.#pairs[this.#pair(one, other)] = 1;
  }

  #addTriples(one: number, two: number): void {
    for (let three = two + 1; three < this.#places.length; three += 1)
      if (this.#isThreefold(one, three) && this.#isThreefold(two, three))
        this.#triples[this.#triple(one, two, three)] = 1;
  }

  /** Whether two values can be part of a triple. Must be called before any pair is removed. */
  #isThreefold(one: number, other: number): boolean {
    const group = this.#places[one]?.group;
    return (
      group !== undefined && group === this.#places[other]?.group && this.#pairs[this.#pair(one, other)] === 1
    );
  }

  /** The indexes of the values of a missing combination, or undefined if none is missing. */
  first(): readonly number[] | undefined {
    const count = this.#places.length;
    const triple = this.#triples.indexOf(1);
    if (triple >= 0) {
      const pair = Math.floor(triple / count);
      return [Math.floor(pair / count), pair % count, triple % count];
    }
    const pair = this.#pairs.indexOf(1);
    return pair < 0 ? undefined : [Math.floor(pair / count), pair % count];
  }

  /** Whether a value can be combined with all values of a row. */
  allows(value: number, row: readonly number[]): boolean {
    return row.every((other) => this.#excluded[this.#pair(value, other)] === 0);
  }

  /** How many missing combinations a value completes together with the values of a row. */
  gainOf(value: number, row: readonly number[]): number {
    const group = this.#places[value]?.group;
    let gain = 0;
    for (const [at, other] of row.entries()) {
      gain += this.#pairs[this.#pair(value, other)] as number;
      if (group === undefined || group !== this.#places[other]?.group) continue;
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
        this.#pairs[this.#pair(one, other)] = 0;
        for (let first = 0; first < before; first += 1)
          this.#triples[this.#triple(one, other, row[first] as number)] = 0;
      }
  }

  #pair(one: number, other: number): number {
    return one < other ? one * this.#places.length + other : other * this.#places.length + one;
  }

  #triple(one: number, two: number, three: number): number {
    const least = Math.min(one, two, three);
    const most = Math.max(one, two, three);
    return this.#pair(least, one + two + three - least - most) * this.#places.length + most;
  }
}
