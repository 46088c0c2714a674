import { describe, expect, it } from 'vitest';
import { checksAt } from '../../../scripts/ledger/checks-at.ts';
import { alarmsIn, judgeReference, type ReferenceRun } from '../../../scripts/ledger/judge-reference.ts';
import { referenceProfileOf } from '../../../src/cli/reference-profile.ts';
import type { Profile } from '../../../src/conformance/profile/profile.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';
import type { Script } from '../../../src/rig/script/act.ts';
import { findScript } from '../../../src/rig/script/find-script.ts';
import { carryScript } from '../../../src/rig/script/render-script.ts';

const KINDS = ['credentials', 'resources', 'scenarios', 'faults'] as const;
/** The number of entries of each kind to remove at once, so that a few runs remove each entry once. */
const AT_ONCE = 6;

const WHOLE = referenceProfileOf('http://127.0.0.1:1', 1);
const namesOf = (kind: (typeof KINDS)[number]) => Object.keys(WHOLE[kind]).filter((name) => name !== 'main');
const RUNS = Math.ceil(Math.max(...KINDS.map((kind) => namesOf(kind).length)) / AT_ONCE);

/** The profile without some entries of each kind. */
function lacking(profile: Profile, run: number): Profile {
  const lesser = KINDS.map((kind) => {
    const lost = new Set(namesOf(kind).slice(run * AT_ONCE, (run + 1) * AT_ONCE));
    return [kind, Object.fromEntries(Object.entries(profile[kind]).filter(([name]) => !lost.has(name)))];
  });
  return { ...profile, ...Object.fromEntries(lesser) };
}

/** The script without acts that repeat the model's input. */
function withoutEchoes(script: Script): Script {
  return script.map((act) => {
    if ('echo' in act) return { say: 'Done.' };
    if (!('delegate' in act)) return act;
    return {
      delegate: act.delegate.map((task) =>
        task.script ? { ...task, script: withoutEchoes(task.script) } : task,
      ),
    };
  });
}

function saying(profile: Profile, change: (script: Script) => Script): Profile {
  const scenarios = Object.entries(profile.scenarios).map(([name, scenario]) => {
    const script = scenario && findScript(scenario.body.content);
    if (!script) return [name, scenario];
    return [name, { ...scenario, body: { ...scenario.body, content: carryScript('Hello', change(script)) } }];
  });
  return { ...profile, scenarios: Object.fromEntries(scenarios) };
}

function expectNoAlarm({ report }: ReferenceRun): void {
  expect(alarmsIn(report, ['failed', 'warned'])).toEqual([]);
  expect(report.incomplete).toEqual([]);
  expect(report.verdict).toBe('conformant');
}

describe('the sound server with a reduced profile', () => {
  it('gives the reason for skipped checks if no script repeats the input of the model', async () => {
    const run = await judgeReference({
      checks: CHECKS,
      changeProfile: (profile) => saying(profile, withoutEchoes),
    });
    expectNoAlarm(run);
    const leftOut = run.outcomes.filter(({ status }) => status === 'left-out');
    expect(leftOut.map(({ check }) => check.id)).toEqual(
      expect.arrayContaining([
        'interactions.approve-tool.decision-of-tool',
        'interactions.approve-tool.decision-of-tool.in-task',
        'interactions.approve-tool.decision-of-call',
      ]),
    );
    expect(leftOut.filter(({ reason }) => !reason)).toEqual([]);
  });

  it.each(Array.from({ length: RUNS }, (_, run) => run))(
    'raises no alarm without some entries of each kind (%i)',
    async (run) => {
      expectNoAlarm(
        await judgeReference({
          checks: [...checksAt('basic')],
          changeProfile: (profile) => lacking(profile, run),
        }),
      );
    },
  );
});
