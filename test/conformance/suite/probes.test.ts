import { expect, it, onTestFinished } from 'vitest';
import type { RequirementId } from '../../../generated/ids.d.ts';
import { judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import type { Check } from '../../../src/conformance/suite/check-kit/check.ts';
import type { CheckContext } from '../../../src/conformance/suite/check-kit/context.ts';
import type { Probe } from '../../../src/conformance/suite/check-kit/probe.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

type AnyProbe = Probe<unknown>;

/** The check that a probe belongs to, and the requirements about which it claimed something. Checks can share a probe. */
const claims = new Map<AnyProbe, { readonly check: string; readonly about: Set<string> }>();
/** By the context of a running check, the probe that runs. */
const running = new WeakMap<CheckContext, AnyProbe>();

function watchProbe(probe: AnyProbe, check: string): void {
  if (claims.has(probe)) return;
  claims.set(probe, { check, about: new Set() });
  const { run } = probe;
  probe.run = (t, scene) => {
    running.set(t, probe);
    return run.call(probe, t, scene);
  };
  // Other files in this process use the same probes.
  onTestFinished(() => void Object.assign(probe, { run }));
}

/** Notes what the probes of a check claim something about. */
function watched(check: Check): Check {
  for (const probe of (check.parts ?? []) as readonly AnyProbe[]) watchProbe(probe, check.id);
  return {
    ...check,
    run(t) {
      const { expect: claim } = t;
      t.expect = (...requirements: RequirementId[]) => {
        const about = claims.get(running.get(t) as AnyProbe)?.about;
        for (const requirement of requirements) about?.add(requirement);
        return claim.apply(t, requirements);
      };
      return check.run(t);
    },
  };
}

it('every probe claims something about each of its requirements', async () => {
  const checks = CHECKS.filter(({ parts }) => parts !== undefined).map(watched);
  await judgeReference({ checks });
  const silent = [...claims].flatMap(([{ requirements }, { check, about }]) =>
    requirements.filter((requirement) => !about.has(requirement)).map((row) => `${check}: ${row}`),
  );
  expect(silent).toEqual([]);
});
