import { describe, expect, it } from 'vitest';
import shownBy from '../../../generated/shown-by.json' with { type: 'json' };
import { referenceProfileOf } from '../../../src/cli/reference-profile.ts';
import { costOfAll } from '../../../src/conformance/run/costs.ts';
import { combinationsOf } from '../../../src/conformance/run/covering.ts';
import { narrowPlan } from '../../../src/conformance/run/depth.ts';
import { type Plan, planChecks, type Selection } from '../../../src/conformance/run/plan-run.ts';
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

const modelTurns = ({ checks }: Plan) => costOfAll(checks).modelTurns;

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

  it('leaves out no check that composes no situation, since no other check does the same', () => {
    const alone = [...basic.leftOut, ...standard.leftOut].filter(
      ({ check: { situations = [] } }) => situations.length === 0,
    );
    expect(alone).toEqual([]);
  });

  it('leaves out only checks whose values other checks have, as the reason says', () => {
    const seen = { basic: new Set(combined(basic, 1)), standard: new Set(combined(standard, 2)) };
    const lost = [
      ...combined({ ...basic, checks: basic.leftOut.map(({ check }) => check) }, 1).filter(
        (each) => !seen.basic.has(each),
      ),
      ...combined({ ...standard, checks: standard.leftOut.map(({ check }) => check) }, 2).filter(
        (each) => !seen.standard.has(each),
      ),
    ];
    expect(lost).toEqual([]);
  });

  it('lists the remaining checks as left out, with the flag that runs them', () => {
    expect(basic.checks.length + basic.leftOut.length).toBe(CHECKS.length);
    expect(new Set(basic.leftOut.map(({ reason }) => reason))).toEqual(
      new Set(['each part of its situation also comes up in another check; --depth full runs it too']),
    );
    expect(new Set(standard.leftOut.map(({ reason }) => reason))).toEqual(
      new Set([
        'any two parts of its situation also come up together in another check; --depth full runs it too',
      ]),
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
});

it('a full run leaves out nothing', () => {
  expect(narrowPlan(plan, 'full')).toBe(plan);
});
