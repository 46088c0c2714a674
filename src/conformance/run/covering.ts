import type { Situation } from '../suite/check-kit/situation.ts';

/** An item that can be chosen, with its cost and what it covers. */
export interface Candidate<Item> {
  readonly item: Item;
  readonly cost: number;
  readonly shows: readonly string[];
}

/**
 * Chooses items that together cover everything that all candidates cover. The algorithm is greedy and deterministic: it always takes the item
 * that adds the most for its cost, and the first of equals. At the end it removes items that later choices made redundant, the most expensive
 * first.
 *
 * @param kept items that are always chosen
 */
export function cover<Item>(candidates: readonly Candidate<Item>[], kept: ReadonlySet<Item>): Set<Item> {
  const chosen = new Set(kept);
  const open = new Map(candidates.map((candidate) => [candidate, new Set(candidate.shows).size]));
  const showing = new Map<string, Set<Candidate<Item>>>();
  for (const candidate of candidates)
    for (const shown of candidate.shows) showing.set(shown, (showing.get(shown) ?? new Set()).add(candidate));
  const choose = (candidate: Candidate<Item>) => {
    chosen.add(candidate.item);
    for (const shown of candidate.shows) {
      for (const other of showing.get(shown) ?? []) open.set(other, (open.get(other) ?? 0) - 1);
      showing.delete(shown);
    }
  };
  for (const candidate of candidates) if (kept.has(candidate.item)) choose(candidate);
  for (;;) {
    let best: Candidate<Item> | undefined;
    let most = 0;
    for (const [candidate, count] of open) {
      if (count === 0) open.delete(candidate);
      else if (count / candidate.cost > most) [best, most] = [candidate, count / candidate.cost];
    }
    if (!best) return withoutNeedless(candidates, chosen, kept);
    choose(best);
  }
}

function withoutNeedless<Item>(
  candidates: readonly Candidate<Item>[],
  chosen: ReadonlySet<Item>,
  kept: ReadonlySet<Item>,
): Set<Item> {
  const counts = new Map<string, number>();
  const count = ({ shows }: Candidate<Item>, by: 1 | -1) => {
    for (const shown of new Set(shows)) counts.set(shown, (counts.get(shown) ?? 0) + by);
  };
  const needed = candidates.filter(({ item }) => chosen.has(item));
  for (const candidate of needed) count(candidate, 1);
  const left = new Set(chosen);
  for (const candidate of needed.toSorted((one, other) => other.cost - one.cost)) {
    const isNeedless = candidate.shows.every((shown) => (counts.get(shown) ?? 0) > 1);
    if (!isNeedless || kept.has(candidate.item)) continue;
    count(candidate, -1);
    left.delete(candidate.item);
  }
  return left;
}

/** The factors that say how the turn itself goes, beside what it does. */
const OF_TURN: ReadonlySet<string> = new Set<keyof Situation>(['end', 'channel', 'next']);

/**
 * The combinations of values of a situation: each single value at strength 1, every pair at strength 2, or its only value. Two actions of a
 * turn are paired in their order. What a turn does, how it ends and over which endpoints is paired for each probe, because a defect in one
 * thing that a service does often depends on two of these.
 */
export function combinationsOf({ course = [], ...factors }: Situation, strength: 1 | 2): readonly string[] {
  const values = Object.entries(factors).map(([factor, value]) => ({
    value: `${factor} ${value}`,
    isOfTurn: OF_TURN.has(factor),
  }));
  const acts = [...new Set(course)].map((act) => ({ value: `act ${act}`, isOfTurn: true }));
  const singles = [...values, ...acts];
  if (strength === 1 || singles.length === 1) return singles.map(({ value }) => value);
  return [
    ...values.flatMap((one, at) =>
      [...values.slice(at + 1), ...acts].map((other) => {
        const pair = `${one.value}, ${other.value}`;
        return one.isOfTurn && other.isOfTurn ? `${factors.probe}: ${pair}` : pair;
      }),
    ),
    ...course.flatMap((act, at) => course.slice(at + 1).map((later) => `${act} before ${later}`)),
  ];
}
