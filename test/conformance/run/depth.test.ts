import { describe, expect, it } from 'vitest';
import shownBy from '../../../generated/shown-by.json' with { type: 'json' };
import { referenceProfileOf } from '../../../src/cli/reference-profile.ts';
import { costOf, costOfAll } from '../../../src/conformance/run/costs.ts';
import { combinationsOf } from '../../../src/conformance/run/covering.ts';
import { depthFor, MOST_MODEL_TURNS, narrowPlan } from '../../../src/conformance/run/depth.ts';
import { type Plan, planChecks, type Selection } from '../../../src/conformance/run/plan-run.ts';
import type { Check } from '../../../src/conformance/suite/check-kit/check.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

const profile = referenceProfileOf('http://127.0.0.1:1', 1);
const planOf = (selection: Partial<Selection> = {}) =>
  planChecks(CHECKS, profile, { only: [], skip: [], isFast: false, isLong: true, ...selection });
const plan = planOf();
const basic = narrowPlan(plan, 'basic');
const standard = narrowPlan(plan, 'standard');

function shown({ checks }: Plan): string[] {
  const ids = new Set(checks.map(({ id }) => id));
  const byJudge = Object.entries(shownBy).filter(([, those]) => those.some((id) => ids.has(id)));
  return [
    ...new Set([...checks.flatMap(({ requirements }) => requirements), ...byJudge.map(([id]) => id)]),
  ].sort();
}

function combined({ checks }: Plan, strength: 1 | 2): string[] {
  const situations = checks.flatMap((check) => check.situations ?? []);
  return [...new Set(situations.flatMap((situation) => combinationsOf(situation, strength)))].sort();
}

const modelTurns = ({ checks }: Plan) => costOfAll(checks.map(({ id }) => id))[4];

describe('each depth', () => {
  it.each([
    ['basic', basic],
    ['standard', standard],
  ])('covers every requirement that a full run covers: %s', (_, narrow) => {
    expect(shown(narrow)).toEqual(shown(plan));
  });

  it('sends less than the next one', () => {
    expect(modelTurns(basic)).toBeLessThan(modelTurns(standard));
    expect(modelTurns(standard)).toBeLessThan(modelTurns(plan));
  });

  it('lists the remaining checks as left out, with the flag that runs them', () => {
    expect(basic.checks.length + basic.leftOut.length).toBe(CHECKS.length);
    expect(new Set(basic.leftOut.map(({ reason }) => reason))).toEqual(
      new Set([
        'other checks look at one place of each of its requirements; --depth standard or full runs it too',
      ]),
    );
    expect(new Set(standard.leftOut.map(({ reason }) => reason))).toEqual(
      new Set(['other checks look at every two values of its situation; --depth full runs it too']),
    );
  });

  it.each(['basic', 'standard'] as const)('narrows a plan only once: %s', (depth) => {
    const narrow = narrowPlan(plan, depth);
    expect(narrowPlan(narrow, depth)).toBe(narrow);
  });

  it('is empty for an empty plan', () => {
    for (const depth of ['basic', 'standard', 'full'] as const)
      expect(narrowPlan({ checks: [], leftOut: [], unmet: [] }, depth).checks).toEqual([]);
  });

  it('chooses the same checks each time, in whatever order the suite lists them', () => {
    const reversed = narrowPlan({ ...plan, checks: plan.checks.toReversed() }, 'standard');
    expect(reversed.checks.map(({ id }) => id).sort()).toEqual(standard.checks.map(({ id }) => id).sort());
  });
});

it.each(['turns.send.exists', 'turns.stream.exists'])(
  'every depth has %s, so that one refusal is not reported by every check that sends a turn',
  (id) => {
    for (const { checks } of [basic, standard, plan]) expect(checks.map((check) => check.id)).toContain(id);
  },
);

it('a basic run has each value of each situation', () => {
  expect(combined(basic, 1)).toEqual(combined(plan, 1));
});

describe('a standard run', () => {
  it('has every pair of values that a full run has, and every order of two acts', () => {
    expect(combined(standard, 2)).toEqual(combined(plan, 2));
  });

  it('sends at most 600 turns to a model', () => {
    const remedy =
      'let new checks share a situation, or send fewer turns, until a run at this depth costs at most 600';
    expect(modelTurns(standard), remedy).toBeLessThanOrEqual(600);
  });

  it('uses the turns that are left for pairs of values that no check of the same probe combines', () => {
    const pairsOf = ({ situations = [] }: Check) =>
      situations.flatMap((each) => combinationsOf(each, 2).map((pair) => `${each.probe}: ${pair}`));
    const seen = new Set(standard.checks.flatMap(pairsOf));
    const adding = standard.leftOut.filter(({ check }) => pairsOf(check).some((pair) => !seen.has(pair)));
    const left = MOST_MODEL_TURNS - modelTurns(standard);
    expect(adding.filter(({ check }) => costOf(check.id)[4] <= left)).toEqual([]);
  });

  it('leaves out no check that works without a model', () => {
    expect(standard.leftOut.filter(({ check }) => costOf(check.id)[4] === 0)).toEqual([]);
  });
});

it('a full run leaves out nothing', () => {
  expect(narrowPlan(plan, 'full')).toBe(plan);
});

describe('a run that names no depth', () => {
  it('is standard, or basic if the first answer of the target takes more than a second', () => {
    expect([20, 1000, 1001].map((firstAnswer) => depthFor(plan, firstAnswer))).toEqual([
      'standard',
      'standard',
      'basic',
    ]);
  });

  it('runs all selected checks', () => {
    expect(depthFor(planOf({ only: ['chats'] }), 5000)).toBe('full');
  });
});
