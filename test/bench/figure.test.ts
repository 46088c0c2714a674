import { describe, expect, it } from 'vitest';
import { type Figure, formatFigures, isReached } from './figure.ts';

const MISSED: Figure = {
  name: 'start',
  amount: { value: 310, unit: 'ms' },
  goal: { atMost: 300 },
  detail: 'the best of ten',
  whenMissed: 'the seed is parsed',
};
const REACHED: Figure = { ...MISSED, amount: { value: 290, unit: 'ms' } };

describe('a figure', () => {
  it.each([
    ['an amount below its bound', REACHED, true],
    ['an amount above its bound', MISSED, false],
    ['a ratio at its bound', { name: 'speed', ratio: 0.5, goal: { atLeast: 0.5 } }, true],
    ['a ratio below its bound', { name: 'speed', ratio: 0.49, goal: { atLeast: 0.5 } }, false],
    ['a figure without a goal', { name: 'speed', ratio: 0 }, true],
    ['a ratio that is not a number', { name: 'speed', ratio: Number.NaN, goal: { atLeast: 0 } }, false],
  ] as const)('knows whether its goal is reached: %s', (_, figure, reached) => {
    expect(isReached(figure)).toBe(reached);
  });

  it('shows a reason only if it missed its goal', () => {
    expect(formatFigures([MISSED])).toContain(
      '| start | 310 ms | at most 300 | −3 % | the best of ten; the seed is parsed |',
    );
    expect(formatFigures([REACHED])).toContain('| start | 290 ms | at most 300 | +3 % | the best of ten |');
  });
});
