import { expect, it } from 'vitest';
import { judgeOverSockets } from '../../../scripts/ledger/judge-over-sockets.ts';
import { judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { inDuration } from '../../../src/alterations/decorators/ports.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const NEVER = Number.POSITIVE_INFINITY;

const EXPIRY = 110 * SECOND;
const PING = 15 * SECOND;
const TOO_LATE = ['interactions.expiry.too-late', 'interactions.expiry.after-110-seconds'] as const;
const IN_TIME = ['interactions.expiry.in-time', 'interactions.expiry.answer-in-time'] as const;
const PAUSE = ['interactions.expiry.too-late', 'stream.ping.cadence'] as const;
const LONG_TURN = ['events.error.turn-timeout', 'stream.ping.cadence'] as const;
const DEADLINE = ['turns.send.deadline', 'turns.send.deadline'] as const;

const MISFIRES = [
  ['an expiry that never comes', EXPIRY, NEVER, ...TOO_LATE],
  ['an expiry after 400 s', EXPIRY, 400 * SECOND, ...TOO_LATE],
  ['an expiry after 20 s', EXPIRY, 20 * SECOND, ...IN_TIME],
  ['pings that never come in a pause', PING, NEVER, ...PAUSE],
  ['pings after 60 s', PING, 60 * SECOND, ...PAUSE],
  ['pings that never come in a long turn', PING, NEVER, ...LONG_TURN],
  ['a deadline that never comes', 30 * MINUTE, NEVER, ...DEADLINE],
] as const;

const only = (id: string) => CHECKS.filter((check) => check.id === id);

it.each(MISFIRES)(
  'a timer that fires at the wrong time is found: %s',
  async (_, from, to, check, requirement) => {
    const { report } = await judgeReference({ checks: only(check), decorators: [inDuration(from, to)] });
    const violated = report.requirements.filter(({ violations }) => violations > 0).map(({ id }) => id);
    expect(violated).toContain(requirement);
  },
);

it('a wait too short to show a violation proves nothing, and the report says why', async () => {
  // At this scale, the expiry comes before the smallest delay that the machine can measure.
  const { report, outcomes } = await judgeOverSockets({ checks: only(IN_TIME[0]), timeScale: 100_000 });
  expect(report.requirements.filter(({ violations }) => violations > 0)).toEqual([]);
  expect(outcomes.map(({ status }) => status)).toEqual(['left-out']);
  const row = report.requirements.find(({ id }) => id === IN_TIME[1]);
  expect(row).toMatchObject({
    status: 'not-judged',
    reason: expect.stringContaining('stood still for up to'),
  });
  expect(report.incomplete).toEqual([]);
});
