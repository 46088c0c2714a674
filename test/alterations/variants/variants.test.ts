import { describe, expect, it } from 'vitest';
import { excludes } from '../../../scripts/ledger/readings/exclusions.ts';
import { judgeCombination } from '../../../scripts/ledger/readings/judge-combination.ts';
import { questionsOf } from '../../../scripts/ledger/readings/questions.ts';
import { sampled } from '../../../scripts/test/tiers.ts';
import type { Variant } from '../../../src/alterations/alteration.ts';
import { VARIANTS } from '../../../src/alterations/variants/index.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

/** Checks that wait for minutes run against the sound server only. */
const checks = CHECKS.filter(({ waits = 0 }) => waits < 100_000);
/** The suite is split into this many parts, and one part judges each combination. The ledger uses all checks of depth basic. */
const PARTS = 12;

/**
 * Combinations that contain every variant once, as few and as even as the questions allow. The ledger judges combinations that contain every
 * pair of variants.
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

  it('includes every reading once', () => {
    expect(
      combinations
        .flat()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(VARIANTS.map(({ id }) => id).sort());
  });

  it.each(
    sampled(
      combinations.map(
        (variants, number) => [variants.map(({ id }) => id).join(', '), variants, number] as const,
      ),
      3,
    ),
  )('is conformant: %s', async (_, variants, number) => {
    const part = sampled(
      checks.filter((_check, index) => (index + number) % PARTS === 0),
      2,
    );
    expect(await judgeCombination(variants, part)).toEqual([]);
  });
});
