import { expect, it } from 'vitest';
import { judgeOverSockets } from '../../../scripts/ledger/judge-over-sockets.ts';
import { alarmsIn } from '../../../scripts/ledger/judge-reference.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';

it('judges the sound server over sockets of the kernel and in real time as it does in a simulation', async () => {
  const { report, outcomes } = await judgeOverSockets({ checks: CHECKS });

  expect(alarmsIn(report, ['failed', 'warned'])).toEqual([]);
  expect(report.incomplete).toEqual([]);
  // A busy machine may stand still, and hide a timer.
  const isOver = ({ status, reason = '' }: (typeof outcomes)[number]) =>
    status === 'passed' || reason.includes('stood still');
  expect(outcomes.filter((outcome) => !isOver(outcome))).toEqual([]);
  expect(report.verdict).toBe('conformant');
});
