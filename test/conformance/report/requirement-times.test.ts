import { describe, expect, it } from 'vitest';
import type { CheckReport } from '../../../src/conformance/report/model.ts';
import { timesOfRequirements } from '../../../src/conformance/report/requirement-times.ts';

const check = (duration: number | undefined, ...requirements: string[]): CheckReport => ({
  id: `check.of.${requirements.join('-')}`,
  status: 'passed',
  ...(duration !== undefined && { duration, requirements }),
});

describe('the times of requirements', () => {
  it('add up to the times of the checks', () => {
    const times = timesOfRequirements([
      check(300, 'a', 'b', 'c'),
      check(50, 'b'),
      check(20, 'a', 'a'),
      check(undefined),
    ]);
    expect(Object.fromEntries(times)).toEqual({ a: 120, b: 150, c: 100 });
  });

  it('ignore unexpected values in a report from a file', () => {
    const strange = [
      { duration: '5', requirements: ['a'] },
      { duration: 5, requirements: 'a' },
      { duration: 5 },
    ];
    expect(timesOfRequirements(strange as unknown as readonly CheckReport[]).size).toBe(0);
  });
});
