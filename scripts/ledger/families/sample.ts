import { seededRandom } from '../../test/random.ts';

/**
 * Takes a random sample of a list. The same seed gives the same sample.
 *
 * @param count the size of the sample; all items if there are fewer
 */
export function takeSample<Item>(items: readonly Item[], count: number, seed: number): Item[] {
  const { next } = seededRandom(seed);
  const ranked = items.map((item) => ({ item, rank: next() }));
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ item }) => item);
}
