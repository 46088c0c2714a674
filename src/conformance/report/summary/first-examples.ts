/** The longest text in an example, in characters. Reports from elsewhere may contain any text. */
const LONGEST = 4096;

/** Keeps the examples of the first inputs. Threads judge inputs in any order, so each example comes with the number of its input. */
export class FirstExamples<Example extends object> {
  readonly #most: number;
  readonly #kept: { readonly order: number; example: Example }[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** @param make called only if the example is kept */
  add(order: number, make: () => Example): void {
    const last = this.#kept[this.#most - 1];
    if (last && last.order <= order) return;
    const at = this.#kept.findIndex((kept) => kept.order > order);
    this.#kept.splice(at < 0 ? this.#kept.length : at, 0, { order, example: cut(make()) });
    this.#kept.length = Math.min(this.#kept.length, this.#most);
  }

  get examples(): readonly Example[] {
    return this.#kept.map(({ example }) => example);
  }

  /** Replaces each example. */
  async replace(change: (example: Example, order: number) => Promise<Example>): Promise<void> {
    for (const kept of this.#kept) kept.example = await change(kept.example, kept.order);
  }
}

function cut<Example extends object>(example: Example): Example {
  const members = Object.entries(example).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.slice(0, LONGEST) : value,
  ]);
  return Object.fromEntries(members) as Example;
}
