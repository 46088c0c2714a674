/**
 * Takes some items of a list by chance, the same ones for the same seed.
 *
 * @param count how many; all if there are fewer
 */
export function takeSample<Item>(items: readonly Item[], count: number, seed: number): Item[] {
  const random = randomFrom(seed);
  const ranked = items.map((item) => ({ item, rank: random() }));
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ item }) => item);
}

/** The generator mulberry32: numbers from 0 to 1, always the same for a seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
