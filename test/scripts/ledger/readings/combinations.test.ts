import { describe, expect, it } from 'vitest';
import { combinationsOf } from '../../../../scripts/ledger/readings/combinations.ts';
import { EXCLUSIONS, excludes } from '../../../../scripts/ledger/readings/exclusions.ts';
import { questionsOf } from '../../../../scripts/ledger/readings/questions.ts';
import { SEVERAL_QUESTIONS } from '../../../../scripts/ledger/readings/several-questions.ts';
import { VARIANTS } from '../../../../src/alterations/variants/index.ts';

const known = new Set(VARIANTS.map(({ id }) => id));

describe('the combinations of readings', () => {
  const combinations = combinationsOf().map((variants) => new Set(variants.map(({ id }) => id)));

  it('contain every pair of variants that a server can have together', () => {
    const questions = questionsOf(VARIANTS).map(({ readings }) =>
      readings.flatMap((variant) => variant?.id ?? []),
    );
    const pairs = questions.flatMap((ids, index) =>
      questions
        .slice(index + 1)
        .flatMap((others) => ids.flatMap((id) => others.map((other) => [id, other] as const))),
    );
    const missing = pairs.filter(
      ([one, other]) => !excludes(one, other) && !combinations.some((ids) => ids.has(one) && ids.has(other)),
    );
    expect(missing).toEqual([]);
  });
});

describe('the data about variants', () => {
  it('names existing variants', () => {
    const named = [...Object.values(SEVERAL_QUESTIONS).flat(2), ...EXCLUSIONS.flatMap(({ pair }) => pair)];
    expect(named.filter((id) => !known.has(id))).toEqual([]);
  });

  it('lists every variant of a point with several questions once', () => {
    for (const [point, questions] of Object.entries(SEVERAL_QUESTIONS)) {
      const ids = VARIANTS.filter(({ openPoint }) => openPoint === point).map(({ id }) => id);
      expect(questions.flat().toSorted()).toEqual(ids.toSorted());
    }
  });
});
