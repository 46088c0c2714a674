import { expect, it } from 'vitest';
import { alarmsIn, judgeAllClearly, judgeReference } from '../../scripts/ledger/judge-reference.ts';
import { CHECKS } from '../../src/conformance/checks/index.ts';
import { systemClock } from '../../src/rig/clock.ts';
import { openRig } from './calling.ts';
import { rigSeed } from './rig-seed.ts';

const TIME_SCALE = 100;

/** Requirements that no turn of the suite exercises, neither with a rig nor with the reference server's scripted model. */
const NOT_EXERCISED = [
  // No turn with agents fails before its first task.
  'events.error.agent-runs-only-with-tasks',
  'events.error.agents-if-carried',
];

it('makes a service conformant and exercised over real HTTP that reaches models and connectors only through it', async () => {
  const { report, plan } = await judgeAllClearly(async () => {
    const rig = await openRig({ clock: systemClock(TIME_SCALE) });
    return judgeReference({ checks: CHECKS, seed: rigSeed(rig), timeScale: TIME_SCALE });
  });

  expect(alarmsIn(report, ['failed', 'warned'])).toEqual([]);
  expect(report.incomplete).toEqual([]);
  expect(plan.leftOut).toEqual([]);
  const missing = report.requirements.filter(
    ({ id, status }) => ['not-exercised', 'not-judged'].includes(status) && !NOT_EXERCISED.includes(id),
  );
  expect(missing.map(({ id }) => id)).toEqual([]);
  expect(report.verdict).toBe('conformant');
});

it('does not pass when the model does not obey: the suite then says that situations never came about', async () => {
  const rig = await openRig({ clock: systemClock(TIME_SCALE) });
  const checks = CHECKS.filter(
    ({ needs = [], waits = 0 }) => needs.includes('scenario:tool_approval') && waits === 0,
  );
  const { report } = await judgeReference({ checks, seed: rigSeed(rig, 'plain'), timeScale: TIME_SCALE });

  expect(report.verdict).toBe('incomplete');
  expect(alarmsIn(report)).toEqual([]);
  expect(report.incomplete.length).toBeGreaterThan(checks.length / 2);
  expect(report.incomplete).toContain(
    'interactions.approve-tool.resolves did not reach its end: the turn ended without asking for anything (scenario:tool_approval)',
  );
});
