import { describe, expect, it } from 'vitest';
import type { RequirementReport, TargetReport } from '../../../src/conformance/report/model.ts';
import { countIds, groupNotJudged } from '../../../src/conformance/report/not-judged.ts';
import {
  describeMissingNeeds,
  joinReasons,
  readMissingNeeds,
} from '../../../src/conformance/verdict/missing-needs.ts';

const targetOf = (...reasons: readonly [id: string, reason: string][]) =>
  ({
    requirements: reasons.map(
      ([id, reason]) => ({ id, status: 'not-judged', reason }) as unknown as RequirementReport,
    ),
  }) as unknown as TargetReport;

const needs = describeMissingNeeds(['scenario:plan', 'credential:second (SECOND is not set)']);

describe('the list of unjudged requirements', () => {
  it('starts with the remedy that would judge the most requirements', () => {
    const groups = groupNotJudged([
      targetOf(
        ['a.a', 'waits for 10 s, and --fast is given'],
        ['b.a', describeMissingNeeds(['scenario:tool_approval'])],
        ['b.b', describeMissingNeeds(['scenario:tool_approval'])],
        ['c.a', 'the input has no arrival times'],
        ['a.b', 'waits for 130 s, and --fast is given'],
        ['a.c', 'waits for 1800 s, and --fast is given'],
      ),
    ]);
    expect(groups.map(({ remedy, ids }) => [remedy, ids.length])).toEqual([
      ['a run without --fast', 3],
      ['a scenario `tool_approval` in the profile', 2],
      [undefined, 1],
    ]);
  });

  it.each([
    [needs, 'a scenario `plan` and a credential `second` (SECOND is not set) in the profile'],
    [describeMissingNeeds(['application']), 'an application in the profile'],
    ['waits for 30 minutes; --long runs it', 'a run with --long'],
    [
      joinReasons(describeMissingNeeds(['fault:persistence']), 'waits for 30 minutes; --long runs it') ?? '',
      'a fault `persistence` in the profile, and a run with --long,',
    ],
    ['not selected', undefined],
    ['the server stood still', undefined],
  ])('%s: %s', (reason, remedy) => {
    expect(groupNotJudged([targetOf(['a.a', reason])])[0]?.remedy).toBe(remedy);
  });

  it('counts a requirement once, whatever the number of inputs', () => {
    const target = targetOf(['a.a', 'the input has no arrival times']);
    const groups = groupNotJudged([target, targetOf(['a.a', 'the input has no arrival times'])]);
    expect(groups).toMatchObject([{ ids: ['a.a'], targets: 2 }]);
    expect(countIds(groups)).toBe(1);
  });
});

it('the reason of a skipped check can be parsed back into its needs', () => {
  expect(readMissingNeeds(needs)).toEqual(['scenario:plan', 'credential:second (SECOND is not set)']);
  expect(readMissingNeeds(joinReasons(needs, 'waits for 2 s, and --fast is given') ?? '')).toHaveLength(2);
  expect(readMissingNeeds('waits for 2 s, and --fast is given')).toEqual([]);
});
