import { expect, it } from 'vitest';
import costs from '../../../generated/check-costs.json' with { type: 'json' };
import { costsOf } from '../../../scripts/costs/costs-of.ts';
import { alarmsIn, judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';

it('finds the sound server conformant, and leaves out no check that the server can provide for', async () => {
  const { report, plan, outcomes, exchanges } = await judgeReference({ checks: CHECKS });

  expect(alarmsIn(report, ['failed', 'warned'])).toEqual([]);
  expect(report.incomplete).toEqual([]);
  expect(plan.leftOut.map(({ check, reason }) => `${check.id}: ${reason}`)).toEqual([]);
  expect(outcomes.flatMap(({ left }) => left)).toEqual([]);
  expect(report.verdict).toBe('conformant');
  // `--plan` announces this cost; `npm run costs` measures it again. On a busy machine a check may poll once more.
  const measured = costsOf(exchanges);
  expect(Object.keys(costs)).toEqual(Object.keys(measured));
  const off = Object.entries(measured).filter(([id, cost]) =>
    cost.some((number, index) => Math.abs(number - (costs[id as keyof typeof costs][index] ?? 0)) > 2),
  );
  expect(off).toEqual([]);
});
