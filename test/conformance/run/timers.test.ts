import { describe, expect, it } from 'vitest';
import { judgeClearly, judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { inDuration } from '../../../src/alterations/decorators/ports.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const NEVER = Number.POSITIVE_INFINITY;

interface Misfire {
  readonly from: number;
  readonly to: number;
  readonly timeScale: number;
  readonly check: string;
  readonly requirement: string;
}

const EXPIRED = {
  check: 'interactions.expiry.too-late',
  requirement: 'interactions.expiry.after-110-seconds',
};
const PENDING = { check: 'interactions.expiry.in-time', requirement: 'interactions.expiry.answer-in-time' };
const PAUSED = { check: 'interactions.expiry.too-late', requirement: 'interactions.pause.pings' };

const MISFIRES: readonly (readonly [string, Misfire])[] = [
  ...[20, 100].flatMap((timeScale) => [
    [
      `an expiry that never comes, ${timeScale} times faster`,
      { from: 110 * SECOND, to: NEVER, timeScale, ...EXPIRED },
    ] as const,
    [
      `an expiry after 400 s, ${timeScale} times faster`,
      { from: 110 * SECOND, to: 400 * SECOND, timeScale, ...EXPIRED },
    ] as const,
    [
      `an expiry after 20 s, ${timeScale} times faster`,
      { from: 110 * SECOND, to: 20 * SECOND, timeScale, ...PENDING },
    ] as const,
  ]),
  [
    'pings that never come in a pause, 20 times faster',
    { from: 15 * SECOND, to: NEVER, timeScale: 20, ...PAUSED },
  ],
  ['pings after 60 s, 20 times faster', { from: 15 * SECOND, to: 60 * SECOND, timeScale: 20, ...PAUSED }],
  [
    'pings that never come in a long turn, 400 times faster',
    {
      from: 15 * SECOND,
      to: NEVER,
      timeScale: 400,
      check: 'events.error.turn-timeout',
      requirement: 'stream.ping.cadence',
    },
  ],
  [
    'a deadline that never comes, 400 times faster',
    {
      from: 30 * MINUTE,
      to: NEVER,
      timeScale: 400,
      check: 'turns.send.deadline',
      requirement: 'turns.send.deadline',
    },
  ],
];

const only = (id: string) => CHECKS.filter((check) => check.id === id);

describe('a timer that misfires', () => {
  it.concurrent.each(MISFIRES)('is found: %s', async (_, { from, to, timeScale, check, requirement }) => {
    const options = { checks: only(check), decorators: [inDuration(from, to)], timeScale };
    const { report } = await judgeClearly(requirement, options);
    const violated = report.requirements.filter(({ violations }) => violations > 0).map(({ id }) => id);
    expect(violated).toContain(requirement);
  });
});

describe('a wait in which no violation could have been seen', () => {
  it('shows nothing, and the report says why', async () => {
    // At this scale the expiry comes before the least delay that a machine can measure is over.
    const { report, outcomes } = await judgeReference({ checks: only(PENDING.check), timeScale: 100_000 });
    expect(report.requirements.filter(({ violations }) => violations > 0)).toEqual([]);
    expect(outcomes.map(({ status }) => status)).toEqual(['left-out']);
    const row = report.requirements.find(({ id }) => id === PENDING.requirement);
    expect(row).toMatchObject({
      status: 'not-judged',
      reason: expect.stringContaining('stood still for up to'),
    });
    expect(report.incomplete).toEqual([]);
  });
});
