import { expect, it } from 'vitest';
import { listVanished, readGeneratedBefore } from '../../../scripts/ledger/families/generated-before.ts';

it('names operators that generate less than before', () => {
  const ids = ['wrong-values/getChat@first:data.name/empty', 'missing-guards/getChat:no-token/acts-anyway'];
  const before = new Map([
    ['wrong-values/empty', 1],
    ['missing-guards/acts-anyway', 1],
  ]);
  expect(listVanished(ids, before)).toEqual([]);
  expect(listVanished([...ids, 'wrong-values/new:data/empty'], before)).toEqual([]);
  expect(listVanished(ids.slice(1), before)).toEqual([
    'wrong-values/empty generates 0 alterations, 1 before',
  ]);
});

it('reads counts of every family', () => {
  const before = readGeneratedBefore();
  const families = new Set([...before.keys()].map((name) => name.split('/')[0]));
  expect([...families].sort()).toEqual([
    'ignored-input',
    'malformed-shapes',
    'missing-guards',
    'wrong-states',
    'wrong-timing',
    'wrong-values',
  ]);
  expect([...before.values()].every((count) => count > 0)).toBe(true);
});
