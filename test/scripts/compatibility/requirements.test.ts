import { expect, it } from 'vitest';
import { changesOf, editionOf } from './small-edition.ts';

type Levels = Readonly<Record<string, string>>;

it.each<readonly [string, Levels, Levels, string]>([
  ['a must comes', {}, { a: 'must' }, 'additive requirement a: the requirement was added'],
  ['a duty of clients comes', {}, { a: 'client' }, 'breaking requirement a: the requirement was added'],
  ['an id goes', { a: 'open' }, {}, 'breaking requirement a: the requirement was removed'],
  [
    'a should becomes a must',
    { a: 'should' },
    { a: 'must' },
    'additive requirement a: `level` is now must, was should',
  ],
  [
    'a must becomes a should',
    { a: 'must' },
    { a: 'should' },
    'breaking requirement a: `level` is now should, was must',
  ],
  [
    'a should becomes open',
    { a: 'should' },
    { a: 'open' },
    'breaking requirement a: `level` is now open, was should',
  ],
  [
    'a duty moves to clients',
    { a: 'open' },
    { a: 'client' },
    'breaking requirement a: `level` is now client, was open',
  ],
])('%s', (_, before, after, said) => {
  expect(changesOf(editionOf({ requirements: before }), editionOf({ requirements: after }))).toEqual([said]);
});
