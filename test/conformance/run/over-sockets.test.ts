import { expect, it } from 'vitest';
import { judgeOverSockets } from '../../../scripts/ledger/judge-over-sockets.ts';
import { alarmsIn, IDLE_AT_SOUND } from '../../../scripts/ledger/judge-reference.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

it('judges the sound server over real sockets and in real time as it does in a simulation', async () => {
  const { report, outcomes } = await judgeOverSockets({ checks: CHECKS });

  expect(alarmsIn(report, ['failed', 'warned'])).toEqual([]);
  expect(report.incomplete).toEqual([]);
  // A busy machine may stand still, and hide a timer.
  const isOver = ({ check, status, reason = '' }: (typeof outcomes)[number]) =>
    status === 'passed' || reason.includes('stood still') || IDLE_AT_SOUND.test(check.id);
  expect(outcomes.filter((outcome) => !isOver(outcome))).toEqual([]);
  expect(report.verdict).toBe('conformant');
});
