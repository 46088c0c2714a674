import { describe, expect, it } from 'vitest';
import { describeProblem, type Judged } from '../../../scripts/ledger/families/judge-alteration.ts';
import { listUnneeded, summariseFamily } from '../../../scripts/ledger/families/summarise.ts';
import {
  matchesPattern,
  readSurvivors,
  type SurvivorEntry,
} from '../../../scripts/ledger/families/survivors.ts';
import { loadRegistry } from '../../../src/conformance/registry/registry.ts';

const entries: readonly SurvivorEntry[] = [
  {
    ids: ['wrong-values/*:data[].name/trimmed'],
    reason: 'open',
    point: 'A-28',
    because: 'Trimming is open.',
  },
  { ids: ['wrong-values/*/reversed'], reason: 'unstated', because: 'No order is stated.' },
  { ids: ['malformed-shapes/*'], reason: 'unstated', because: 'Another family.' },
];

const judged = (id: string, result: Judged['result']): Judged => ({ id, result, by: [] });

describe('a survivor', () => {
  it.each([
    [
      'wrong-values/*:data[].name/trimmed',
      'wrong-values/listChats@first-page+used:data[].name/trimmed',
      true,
    ],
    [
      'wrong-values/*:data[].name/trimmed',
      'wrong-values/listChats@first-page+used:dataX.name/trimmed',
      false,
    ],
    ['wrong-values/a', 'wrong-values/ab', false],
    ['wrong-values/*', 'malformed-shapes/wrong-values/a', false],
  ])('%s explains %s: %s', (pattern, id, isMatch) => {
    expect(matchesPattern(pattern, id)).toBe(isMatch);
  });

  it('without an entry is a problem, and so is a run that ended early', () => {
    const problems = [
      judged('wrong-values/a@b:c/cut', 'survived'),
      judged('wrong-values/a@b:data[].name/trimmed', 'survived'),
      judged('wrong-values/a@b:c/null', 'broken'),
      judged('wrong-values/a@b:c/one', 'elsewhere'),
      judged('wrong-values/a@b:c/zero', 'caught'),
    ].flatMap((each) => describeProblem(each, entries));
    expect(problems).toEqual([
      'not caught: wrong-values/a@b:c/cut',
      'the run ended early: wrong-values/a@b:c/null: ',
      'found by no check that looks at the place: wrong-values/a@b:c/one: ',
    ]);
  });

  it('is counted by operation and reason', () => {
    const result = summariseFamily(
      'wrong-values',
      [
        judged('wrong-values/a@b:data[].name/trimmed', 'survived'),
        judged('wrong-values/a@b:c/zero', 'caught'),
      ],
      entries,
    );
    expect(result.sections).toEqual([{ section: 'a', generated: 2, caught: 1, survived: { open: 1 } }]);
    expect(listUnneeded(result, entries)).toEqual([
      'nothing needs the entry of wrong-values/*/reversed in survivors.yaml any more; remove it',
    ]);
  });
});

it('survivors.yaml names only open points that exist', () => {
  const { openPoints } = loadRegistry();
  const named = readSurvivors().flatMap(({ point }) => point ?? []);
  expect(named.filter((point) => !Object.hasOwn(openPoints, point))).toEqual([]);
});
