import { expect, it } from 'vitest';
import { listVanished, readGeneratedBefore } from '../../../scripts/ledger/families/generated-before.ts';

it('names alterations that are no longer generated', () => {
  const before = [
    'wrong-values/getChat@first:data.name/empty',
    'missing-guards/getChat:no-token/acts-anyway',
  ];
  expect(listVanished(before, before)).toEqual([]);
  expect(listVanished(before.slice(1), before)).toEqual([
    'no longer generated: wrong-values/getChat@first:data.name/empty',
  ]);
});

it('reads ids of every family', () => {
  const families = new Set(readGeneratedBefore().map((id) => id.split('/')[0]));
  expect([...families].sort()).toEqual([
    'ignored-input',
    'malformed-shapes',
    'missing-guards',
    'wrong-states',
    'wrong-timing',
    'wrong-values',
  ]);
  expect(readGeneratedBefore().every((id) => id.split('/').length >= 3)).toBe(true);
});
