import { describe, expect, it } from 'vitest';
import { Stillness } from '../../../src/conformance/drive/stillness.ts';

function watch() {
  let time = 0;
  const stillness = new Stillness(() => time);
  return {
    stillness,
    goTo(moment: number) {
      time = moment;
    },
  };
}

describe('the standstill of a machine', () => {
  it('is at least what its ticks cannot see', () => {
    expect(watch().stillness.longestBetween(0, 1000)).toBe(10);
  });

  it('is the longest gap between ticks that the time in question overlaps', () => {
    const { stillness, goTo } = watch();
    for (const moment of [10, 20, 270, 280, 2000, 2010]) {
      goTo(moment);
      stillness.tick();
    }
    expect(stillness.longestBetween(0, 19)).toBe(250);
    expect(stillness.longestBetween(150, 160)).toBe(250);
    expect(stillness.longestBetween(1000, 1100)).toBe(1720);
    expect(stillness.longestBetween(2100, 2200)).toBe(10);
  });

  it('counts the round trip of a read, also of one that has no answer yet', () => {
    const { stillness, goTo } = watch();
    const end = stillness.begin(0);
    goTo(400);
    expect(stillness.longestBetween(300, 390)).toBe(400);
    goTo(500);
    end();
    goTo(9000);
    expect(stillness.longestBetween(300, 390)).toBe(500);
    expect(stillness.longestBetween(700, 800)).toBe(10);
  });

  it('counts the gap that goes on now', () => {
    const { stillness, goTo } = watch();
    stillness.start();
    goTo(90);
    expect(stillness.longestBetween(50, 90)).toBe(90);
    stillness.stop();
    expect(stillness.longestBetween(50, 90)).toBe(10);
  });
});
