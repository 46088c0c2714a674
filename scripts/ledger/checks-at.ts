import { referenceProfileOf } from '../../src/cli/reference-profile.ts';
import { type Depth, narrowPlan } from '../../src/conformance/run/depth.ts';
import { planChecks } from '../../src/conformance/run/plan-run.ts';
import type { Check } from '../../src/conformance/suite/check-kit/check.ts';
import { CHECKS } from '../../src/conformance/suite/index.ts';

const byDepth = new Map<Depth, ReadonlySet<Check>>();

/** The checks that a run at this depth makes against the reference server. */
export function checksAt(depth: Depth): ReadonlySet<Check> {
  const known = byDepth.get(depth);
  if (known) return known;
  const profile = referenceProfileOf('http://127.0.0.1:4010', 1);
  const plan = planChecks(CHECKS, profile, { only: [], skip: [], isFast: false, isLong: true });
  const checks = new Set(narrowPlan(plan, depth).checks);
  byDepth.set(depth, checks);
  return checks;
}
