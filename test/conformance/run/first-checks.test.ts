import { expect, it } from 'vitest';
import { JUDGED_BREAKAGES } from '../../../scripts/ledger/breakages.ts';
import { judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

it('finds that declining a connection connects, although the service asks no other check for it afterwards', async () => {
  const id = 'interactions.cancel-auth.connects-nothing';
  const checks = CHECKS.filter(({ needs }) => needs.includes('scenario:auth_required'));
  const { report } = await judgeReference({
    checks,
    decorators: JUDGED_BREAKAGES.filter((breakage) => breakage.id === id),
  });
  expect(report.requirements.find((row) => row.id === id)?.status).toBe('failed');
});
