import { describe, expect, it } from 'vitest';
import { judgeReference } from '../../../../scripts/ledger/judge-reference.ts';
import { combinationsOf } from '../../../../scripts/ledger/readings/combinations.ts';
import { EXCLUSIONS, excludes } from '../../../../scripts/ledger/readings/exclusions.ts';
import {
  concerns,
  isAbout,
  type Question,
  questionsOf,
  SUBJECT_NAMES,
} from '../../../../scripts/ledger/readings/questions.ts';
import { SEVERAL_QUESTIONS } from '../../../../scripts/ledger/readings/several-questions.ts';
import { VARIANTS } from '../../../../src/alterations/variants/index.ts';
import { CHECKS } from '../../../../src/conformance/suite/index.ts';

/** Every choice of some questions, with a variant for each, that one server can have. */
function choicesOf(questions: readonly Question[], size: number): readonly string[][] {
  if (size === 0) return [[]];
  return questions.flatMap(({ readings }, index) => {
    const further = choicesOf(questions.slice(index + 1), size - 1);
    return readings.flatMap((variant) =>
      variant
        ? further
            .filter((ids) => !ids.some((id) => excludes(id, variant.id)))
            .map((ids) => [variant.id, ...ids])
        : [],
    );
  });
}

const known = new Set(VARIANTS.map(({ id }) => id));

describe('the combinations of readings', () => {
  const all = combinationsOf().map(({ variants, subject }) => ({
    subject,
    ids: new Set<string | undefined>(variants.map(({ id }) => id)),
  }));
  const questions = questionsOf(VARIANTS);

  it('contain every pair of variants that a server can have together', () => {
    const judgedWhole = all.flatMap(({ ids, subject }) => (subject ? [] : ids));
    expect(
      choicesOf(questions, 2).filter((pair) => !judgedWhole.some((ids) => pair.every((id) => ids.has(id)))),
    ).toEqual([]);
  });

  it.each(SUBJECT_NAMES)(
    'contain every triple of readings of %s that a server can have together',
    (subject) => {
      const own = questions.filter(({ openPoint }) => isAbout(subject, openPoint));
      const judged = all.flatMap(({ ids, subject: only }) =>
        only === undefined || only === subject ? ids : [],
      );
      expect(
        choicesOf(own, 3).filter((triple) => !judged.some((ids) => triple.every((id) => ids.has(id)))),
      ).toEqual([]);
    },
  );

  it.each(SUBJECT_NAMES)('concern some checks of %s, and not all', (subject) => {
    const count = CHECKS.filter((check) => concerns(subject, check)).length;
    expect(count).toBeGreaterThan(50);
    expect(count).toBeLessThan(CHECKS.length / 2);
  });

  it('write the offset and the fraction of a timestamp together', async () => {
    const both = VARIANTS.filter(({ id }) => ['A-14=no-offset', 'A-14=no-fraction'].includes(id));
    const { exchanges } = await judgeReference({
      checks: CHECKS.filter(({ id }) => id.startsWith('chats.create')).slice(0, 1),
      decorators: both,
    });
    expect(
      exchanges.flatMap(({ chunks }) => chunks.map(({ bytes }) => Buffer.from(bytes).toString())).join(),
    ).toMatch(/"created_at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d"/);
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
