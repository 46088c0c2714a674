import { expect, it } from 'vitest';
import { judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { replaceEvents, TERMINALS } from '../../../src/alterations/decorators/rewrite-events.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

it('says of a turn without a terminal event that none came', async () => {
  const checks = CHECKS.filter(({ id }) =>
    /^(events\.error\.(outcome-unknown|replay)|messages\.usage\.null-without-consumption)/.test(id),
  );
  const exchange = replaceEvents(TERMINALS, () => []);
  const { report } = await judgeReference({ checks, decorators: [{ exchange }] });
  const reasons = report.incomplete.filter((reason) => reason.includes('the turn ended with'));
  expect(reasons).not.toEqual([]);
  for (const reason of reasons) expect(reason).toContain('the turn ended with no terminal event');
});
