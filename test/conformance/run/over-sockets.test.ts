import { expect, it } from 'vitest';
import { judgeOverSockets } from '../../../scripts/ledger/judge-over-sockets.ts';
import { alarmsIn } from '../../../scripts/ledger/judge-reference.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

it('judges the sound server over real sockets and in real time as it does in a simulation', async () => {
  const { report, outcomes } = await judgeOverSockets({ checks: CHECKS });

  expect(alarmsIn(report, ['failed', 'warned'])).toEqual([]);
  expect(report.incomplete).toEqual([]);
  // A busy machine may stand still, and hide a timer.
  // In auto mode, the server settles the interactions of its turns itself. It cancels a turn whatever the cancel names.
  const isOver = ({ check, status, reason = '' }: (typeof outcomes)[number]) =>
    status === 'passed' ||
    reason.includes('stood still') ||
    /^turns\.send\.interaction-cut\.|\.resolved-cancel$/.test(check.id);
  expect(outcomes.filter((outcome) => !isOver(outcome))).toEqual([]);
  expect(report.verdict).toBe('conformant');
});
