import { expect, it } from 'vitest';
import { CHECKS } from '../../../src/conformance/checks/index.ts';
import { alarmsIn, judgeReference } from './judge-reference.ts';

it('finds the sound server conformant, and leaves nothing out that it can provide', async () => {
  const { report, plan, outcomes } = await judgeReference({ checks: CHECKS });

  expect(alarmsIn(report, ['failed', 'warned'])).toEqual([]);
  expect(report.incomplete).toEqual([]);
  expect(plan.leftOut.map(({ check, reason }) => `${check.id}: ${reason}`)).toEqual([]);
  expect(outcomes.flatMap(({ left }) => left)).toEqual([]);
  expect(report.verdict).toBe('conformant');
}, 120_000);
