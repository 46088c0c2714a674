import { expect, it } from 'vitest';
import costs from '../../../generated/check-costs.json' with { type: 'json' };
import { costsOf } from '../../../scripts/costs/costs-of.ts';
import { alarmsIn, judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';

it('finds the sound server conformant, and leaves nothing out that it can provide', async () => {
  const { report, plan, outcomes, exchanges } = await judgeReference({ checks: CHECKS });

  expect(alarmsIn(report, ['failed', 'warned'])).toEqual([]);
  expect(report.incomplete).toEqual([]);
  expect(plan.leftOut.map(({ check, reason }) => `${check.id}: ${reason}`)).toEqual([]);
  expect(outcomes.flatMap(({ left }) => left)).toEqual([]);
  expect(report.verdict).toBe('conformant');
  // What `--plan` says beforehand; `npm run costs` measures it anew. A busy machine may make a check ask once more.
  const measured = costsOf(exchanges);
  expect(Object.keys(costs)).toEqual(Object.keys(measured));
  const off = Object.entries(measured).filter(([id, cost]) =>
    cost.some((number, index) => Math.abs(number - (costs[id as keyof typeof costs][index] ?? 0)) > 2),
  );
  expect(off).toEqual([]);
});
