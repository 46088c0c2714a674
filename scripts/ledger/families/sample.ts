import { seededRandom } from '../../test/random.ts';

/**
 * Takes some items of a list by chance, the same ones for the same seed.
 *
 * @param count how many; all if there are fewer
 */
export function takeSample<Item>(items: readonly Item[], count: number, seed: number): Item[] {
  const { next } = seededRandom(seed);
  const ranked = items.map((item) => ({ item, rank: next() }));
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ item }) => item);
}
