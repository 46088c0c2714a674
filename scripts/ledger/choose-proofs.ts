import { readOwnChange } from '../test/change.ts';
import { isDrawn, readSeed } from '../test/seed.ts';
import { touchedIds } from './touched-ids.ts';

/** `npm run test:changed` makes one in so many of the proofs that a change does not touch. */
const EVERY = 24;

let touched: Promise<ReadonlySet<string>> | undefined;

/** The ids that the change touches if only this change is tested; undefined if everything is. */
export async function touchedByTheChange(): Promise<ReadonlySet<string> | undefined> {
  if (process.env.TIER !== 'changed') return undefined;
  touched ??= touchedIds(readOwnChange());
  return touched;
}

/**
 * The proofs that a run makes: all, or if only a change is tested, those that it touches and some others, drawn by the seed.
 *
 * @param idsOf the ids on which the result depends, such as those of the checks that judge a server
 */
export async function chooseProofs<Item>(
  items: readonly Item[],
  idsOf: (item: Item) => readonly string[],
): Promise<readonly Item[]> {
  const near = await touchedByTheChange();
  if (!near) return items;
  const seed = readSeed();
  return items.filter((item) => {
    const ids = idsOf(item);
    return ids.some((id) => near.has(id)) || isDrawn(ids[0] ?? '', EVERY, seed);
  });
}
