import { describe, expect, it } from 'vitest';
import { combinationsOf, cover, coverMore } from '../../../src/conformance/run/covering.ts';

const candidate = (item: string, cost: number, ...shows: string[]) => ({ item, cost, shows });

describe('cover', () => {
  it.each([
    ['the item that shows the most', [candidate('a', 1, 'x'), candidate('b', 1, 'x', 'y')], ['b']],
    ['the item that shows the most for its cost', [candidate('a', 1, 'x'), candidate('b', 9, 'x')], ['a']],
    ['the first of equals', [candidate('a', 1, 'x'), candidate('b', 1, 'x')], ['a']],
    ['what shows something new', [candidate('a', 1, 'x', 'y'), candidate('b', 5, 'y', 'z')], ['a', 'b']],
    ['nothing that shows nothing', [candidate('a', 1)], []],
    ['an item once, even if it shows the same thing twice', [candidate('a', 1, 'x', 'x')], ['a']],
  ])('chooses %s', (_, candidates, chosen) => {
    expect([...cover(candidates, new Set())]).toEqual(chosen);
  });

  it('drops choices that later ones made unnecessary', () => {
    const candidates = [
      candidate('a', 1, 'x', 'y', 'z'),
      candidate('b', 1, 'x', 'y', 'v'),
      candidate('c', 1, 'z', 'w'),
    ];
    expect([...cover(candidates, new Set())]).toEqual(['b', 'c']);
  });

  it('counts the items that are kept in any case', () => {
    const candidates = [candidate('a', 1, 'x', 'y'), candidate('b', 5, 'x', 'z')];
    expect([...cover([...candidates, candidate('c', 1, 'x', 'y')], new Set(['b']))]).toEqual(['b', 'a']);
  });
});

it('coverMore adds what still covers something, as long as it is taken', () => {
  const candidates = [candidate('a', 1, 'x'), candidate('b', 1, 'y', 'z'), candidate('c', 2, 'y', 'w')];
  const asked: string[] = [];
  const take = (item: string) => asked.push(item) > 0 && item !== 'b';
  expect([...coverMore(candidates, new Set(['a']), take)]).toEqual(['a', 'c']);
  expect(asked).toEqual(['b', 'c']);
});

describe('combinations in a situation', () => {
  const situation = { probe: 'replay', end: 'cancelled', course: ['tool', 'words', 'tool'] };

  it('are its values at strength 1', () => {
    expect(combinationsOf(situation, 1)).toEqual(['probe replay', 'end cancelled', 'act tool', 'act words']);
  });

  it('are every pair of values at strength 2, for each probe if both are about the turn, and every ordered pair of acts', () => {
    expect(combinationsOf(situation, 2)).toEqual([
      'probe replay, end cancelled',
      'probe replay, act tool',
      'probe replay, act words',
      'replay: end cancelled, act tool',
      'replay: end cancelled, act words',
      'tool before words',
      'tool before tool',
      'words before tool',
    ]);
  });

  it('are pairs of any probes if one value is not about the turn', () => {
    expect(combinationsOf({ probe: 'replay', end: 'cancelled', asks: 'elicitation' }, 2)).toContain(
      'end cancelled, asks elicitation',
    );
  });

  it('are its only value at strength 2 too, so that no check is lost', () => {
    expect(combinationsOf({ probe: 'replay' }, 2)).toEqual(['probe replay']);
  });
});
