import { expect, it } from 'vitest';
import {
  alarmsIn,
  IDLE_AT_SOUND,
  judgeIn,
  type ReferenceRun,
  type ReferenceRunOptions,
} from '../../scripts/ledger/judge-reference.ts';
import { simulate } from '../../scripts/simulation/simulation.ts';
import type { Check } from '../../src/conformance/suite/check-kit/check.ts';
import { CHECKS } from '../../src/conformance/suite/index.ts';
import { startRig } from '../../src/rig/rig-server.ts';
import { REFERENCE_TOOLS } from '../../src/rig/script/tool-names.ts';
import { type RigSeedOptions, rigSeed } from './rig-seed.ts';

/** Requirements that no turn of the suite exercises, neither with a rig nor with the scripted model of the reference server. */
const NOT_EXERCISED = [
  // No turn with agents fails before its first task.
  'events.error.agent-runs-only-with-tasks',
  'events.error.agents-if-carried',
];

/** Runs checks against a reference server whose models and connectors all belong to a rig. */
function judgeOverRig(
  checks: readonly Check[],
  { changeProfile, ...seed }: RigSeedOptions & Pick<ReferenceRunOptions, 'changeProfile'> = {},
): Promise<ReferenceRun> {
  return simulate(async (simulation) => {
    const { clock, network } = simulation;
    const rig = await startRig({ clock, listen: network.listen });
    try {
      return await judgeIn(simulation, {
        checks,
        seed: rigSeed(rig, seed),
        ...(changeProfile && { changeProfile }),
      });
    } finally {
      await rig.close();
    }
  });
}

it('makes a service fully exercised and conformant over HTTP, with models and connectors only from the rig', async () => {
  const { report, plan } = await judgeOverRig(CHECKS);

  expect(alarmsIn(report, ['failed', 'warned'])).toEqual([]);
  expect(report.incomplete).toEqual([]);
  expect(plan.leftOut).toEqual([]);
  const missing = report.requirements.filter(
    ({ id, status }) => ['not-exercised', 'not-judged'].includes(status) && !NOT_EXERCISED.includes(id),
  );
  expect(missing.map(({ id }) => id)).toEqual([]);
  expect(report.verdict).toBe('conformant');
});

it('does not pass if the model ignores scripts: the suite reports that situations never came about', async () => {
  const checks = CHECKS.filter(
    ({ needs = [], waits = 0 }) => needs.includes('scenario:tool_approval') && waits === 0,
  );
  const { report } = await judgeOverRig(checks, { model: 'plain' });

  expect(report.verdict).toBe('incomplete');
  expect(alarmsIn(report)).toEqual([]);
  expect(report.incomplete.length).toBeGreaterThan(checks.length / 2);
  expect(report.incomplete).toContain(
    'interactions.tool-approval did not reach its end: the turn ended without asking for anything (scenario:tool_approval)',
  );
});

it('finds nothing at a service that has its own tools for planning, delegating and asking, named in the profile', async () => {
  const scripted = ['scenario:plan', 'scenario:elicitation', 'scenario:agents'];
  const checks = CHECKS.filter(({ needs = [] }) =>
    needs.some((need) => scripted.some((prefix) => need.startsWith(prefix))),
  );
  const { report, outcomes } = await judgeOverRig(checks, {
    changeProfile: (profile) => ({ ...profile, tools: REFERENCE_TOOLS }),
  });

  expect(alarmsIn(report, ['failed', 'warned'])).toEqual([]);
  expect(report.incomplete).toEqual([]);
  const others = outcomes.filter(({ check }) => !IDLE_AT_SOUND.test(check.id));
  expect(others.flatMap(({ check, status }) => (status === 'passed' ? [] : [check.id]))).toEqual([]);
});

it('finds nothing at a service whose models have one provider and thus no failover', async () => {
  const checks = CHECKS.filter(
    ({ needs = [], id }) => id.startsWith('turns.pairs') && !needs.includes('scenario:failover'),
  );
  const { report } = await judgeOverRig(checks, { providers: 1 });

  expect(alarmsIn(report, ['failed', 'warned'])).toEqual([]);
});
