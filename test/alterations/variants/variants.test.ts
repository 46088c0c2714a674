import { describe, expect, it } from 'vitest';
import { excludes } from '../../../scripts/ledger/readings/exclusions.ts';
import { judgeCombination } from '../../../scripts/ledger/readings/judge-combination.ts';
import { questionsOf } from '../../../scripts/ledger/readings/questions.ts';
import type { Variant } from '../../../src/alterations/alteration.ts';
import { VARIANTS } from '../../../src/alterations/variants/index.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

/** Checks that wait for minutes run against the sound server only. */
const checks = CHECKS.filter(({ waits = 0 }) => waits < 100_000);
/** Every combination is judged by one of so many parts of the suite. The ledger judges each by the checks of the default depth. */
const PARTS = 12;

/**
 * Combinations in which every variant is once, as few and as even as the questions allow. The ledger judges combinations in which every
 * two variants meet.
 */
function everyVariantOnce(): Variant[][] {
  const questions = questionsOf(VARIANTS).map(({ readings }) =>
    readings.filter((each) => each !== undefined),
  );
  const combinations = Array.from(
    { length: Math.max(...questions.map((variants) => variants.length)) },
    (): Variant[] => [],
  );
  for (const variants of questions) {
    const free = new Set(combinations);
    for (const variant of variants) {
      const fitting = [...free].filter((each) => !each.some(({ id }) => excludes(id, variant.id)));
      const smallest = fitting.reduce((one, other) => (other.length < one.length ? other : one));
      smallest.push(variant);
      free.delete(smallest);
    }
  }
  // Variants decorate each other in the order of VARIANTS.
  return combinations.map((combination) => VARIANTS.filter((variant) => combination.includes(variant)));
}

describe('a server with other readings of open points', () => {
  const combinations = everyVariantOnce();

  it('has every reading once', () => {
    expect(
      combinations
        .flat()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(VARIANTS.map(({ id }) => id).sort());
  });

  it.each(
    combinations.map(
      (variants, number) => [variants.map(({ id }) => id).join(', '), variants, number] as const,
    ),
  )('is conformant: %s', async (_, variants, number) => {
    const part = checks.filter((_check, index) => (index + number) % PARTS === 0);
    expect(await judgeCombination(variants, part)).toEqual([]);
  });
});
