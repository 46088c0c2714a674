import { describe, expect, it } from 'vitest';
import { combinationsOf } from '../../../scripts/ledger/readings/combinations.ts';
import { judgeCombination } from '../../../scripts/ledger/readings/judge-combination.ts';
import { seededRandom } from '../../../scripts/test/random.ts';
import type { Variant } from '../../../src/alterations/alteration.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';

/** Checks that wait for minutes run against the sound server only. */
const checks = CHECKS.filter(({ waits = 0 }) => waits < 100_000);
/** Combinations besides those in which every variant is once. */
const MORE = 1;

/** Combinations that together have every variant, and some more. The ledger judges all of them. */
function sample(): Variant[][] {
  const random = seededRandom(46);
  const left = new Set(combinationsOf());
  const chosen: Variant[][] = [];
  const seen = new Set<Variant>();
  const gainOf = (combination: readonly Variant[]) => combination.filter((each) => !seen.has(each)).length;
  for (;;) {
    const best = [...left].reduce((a, b) => (gainOf(b) > gainOf(a) ? b : a));
    if (gainOf(best) === 0) break;
    chosen.push(best);
    left.delete(best);
    for (const variant of best) seen.add(variant);
  }
  for (let more = 0; more < MORE; more += 1) {
    const another = random.pick([...left]);
    chosen.push(another);
    left.delete(another);
  }
  return chosen;
}

describe('a server with other readings of open points', () => {
  it.each(sample().map((variants) => [variants.map(({ id }) => id).join(', ') || 'none', variants] as const))(
    'is conformant: %s',
    async (_, variants) => {
      expect(await judgeCombination(variants, checks)).toEqual([]);
    },
  );
});
