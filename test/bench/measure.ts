/** The median of the values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] as number;
}

/** Measures the time of a function, in seconds. */
async function seconds(work: () => unknown): Promise<number> {
  const begun = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - begun) / 1e9;
}

/**
 * Times several functions in turn, so that other load on the machine affects all of them alike. The first round only warms them up
 * and does not count.
 *
 * @returns the median time of each, in seconds
 */
export async function compare<Name extends string>(
  works: Readonly<Record<Name, () => unknown>>,
  rounds: number,
): Promise<Record<Name, number>> {
  const names = Object.keys(works) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const time = await seconds(works[name]);
      if (round > 0) times[name].push(time);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])])) as Record<Name, number>;
}
