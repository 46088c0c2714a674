import { expect, it } from 'vitest';
import { listVanished, readGeneratedBefore } from '../../../scripts/ledger/families/generated-before.ts';

it('names what is no longer generated', () => {
  const before = [
    'wrong-values/getChat@first:data.name/empty',
    'missing-guards/getChat:no-token/acts-anyway',
  ];
  expect(listVanished(before, before)).toEqual([]);
  expect(listVanished(before.slice(1), before)).toEqual([
    'no longer generated: lies/getChat@first:data.name/empty',
  ]);
});

it('reads ids of every family', () => {
  const families = new Set(readGeneratedBefore().map((id) => id.split('/')[0]));
  expect([...families].sort()).toEqual(['clocks', 'ignoredInput', 'holes', 'lies', 'shapes', 'states']);
  expect(readGeneratedBefore().every((id) => id.split('/').length >= 3)).toBe(true);
});
