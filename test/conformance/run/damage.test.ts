import { expect, it } from 'vitest';
import { judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { seededRandom } from '../../../scripts/test/random.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';
import { damageAnswers } from './damage-answers.ts';

/** Checks that wait for minutes read the same answers as the others. */
const checks = CHECKS.filter(({ waits = 0 }) => waits < 100_000);

it.each([1, 2, 3])(
  'a server that damages some answers and events, at any depth causes no exception in a check or in the judge (seed %i)',
  async (seed) => {
    const { outcomes, report } = await judgeReference({
      checks,
      decorators: [damageAnswers(seededRandom(seed), 5)],
    });

    expect(report.incomplete.filter((reason) => reason.includes('a defect of the suite'))).toEqual([]);
    expect(outcomes.length).toBe(checks.length);
    expect(report.verdict).toBe('nonconformant');
  },
);
