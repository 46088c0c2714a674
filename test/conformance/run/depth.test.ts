import { describe, expect, it } from 'vitest';
import shownBy from '../../../generated/shown-by.json' with { type: 'json' };
import { referenceProfileOf } from '../../../src/cli/reference-profile.ts';
import { costOfAll } from '../../../src/conformance/run/costs.ts';
import { depthFor, narrowToBasic } from '../../../src/conformance/run/depth.ts';
import { type Plan, planChecks } from '../../../src/conformance/run/plan-run.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

const profile = referenceProfileOf('http://127.0.0.1:1', 1);
const plan = planChecks(CHECKS, profile, { only: [], skip: [], isFast: false, isLong: true });
const basic = narrowToBasic(plan);

function shown({ checks }: Plan): string[] {
  const ids = new Set(checks.map(({ id }) => id));
  const byJudge = Object.entries(shownBy).filter(([, those]) => those.some((id) => ids.has(id)));
  return [
    ...new Set([...checks.flatMap(({ requirements }) => requirements), ...byJudge.map(([id]) => id)]),
  ].sort();
}

describe('a basic run', () => {
  it('looks at every requirement that a full run looks at', () => {
    expect(shown(basic)).toEqual(shown(plan));
  });

  it('sends less', () => {
    const [turns, , , requests] = costOfAll(basic.checks.map(({ id }) => id));
    const [allTurns, , , allRequests] = costOfAll(plan.checks.map(({ id }) => id));
    expect(turns).toBeLessThan(allTurns);
    expect(requests).toBeLessThan(allRequests);
  });

  it('lists the other checks as left out, with the flag that runs them', () => {
    expect(basic.checks.length + basic.leftOut.length).toBe(CHECKS.length);
    expect(new Set(basic.leftOut.map(({ reason }) => reason))).toEqual(
      new Set(['other checks look at one place of each of its requirements; --depth full runs it too']),
    );
  });

  it('of nothing is nothing', () => {
    expect(narrowToBasic({ checks: [], leftOut: [], unmet: [] }).checks).toEqual([]);
  });
});

it('is the default where the target takes more than a second for its first answer', () => {
  expect([20, 1000, 1001].map(depthFor)).toEqual(['full', 'full', 'basic']);
});
