import { describe, expect, it } from 'vitest';
import { StallMonitor } from '../../../src/conformance/drive/stall-monitor.ts';

function watch() {
  let time = 0;
  const stallMonitor = new StallMonitor(() => time);
  return {
    stallMonitor,
    goTo(moment: number) {
      time = moment;
    },
  };
}

describe('the measured standstill of a machine', () => {
  it('is at least the interval between two ticks', () => {
    expect(watch().stallMonitor.longestBetween(0, 1000)).toBe(10);
  });

  it('is the longest gap between ticks that overlaps the given period', () => {
    const { stallMonitor, goTo } = watch();
    for (const moment of [10, 20, 270, 280, 2000, 2010]) {
      goTo(moment);
      stallMonitor.tick();
    }
    expect(stallMonitor.longestBetween(0, 19)).toBe(250);
    expect(stallMonitor.longestBetween(150, 160)).toBe(250);
    expect(stallMonitor.longestBetween(1000, 1100)).toBe(1720);
    expect(stallMonitor.longestBetween(2100, 2200)).toBe(10);
  });

  it('counts the round trip of a read, even before its answer arrives', () => {
    const { stallMonitor, goTo } = watch();
    const end = stallMonitor.begin(0);
    goTo(400);
    expect(stallMonitor.longestBetween(300, 390)).toBe(400);
    goTo(500);
    end();
    goTo(9000);
    expect(stallMonitor.longestBetween(300, 390)).toBe(500);
    expect(stallMonitor.longestBetween(700, 800)).toBe(10);
  });

  it('counts the gap that is still open', () => {
    const { stallMonitor, goTo } = watch();
    stallMonitor.start();
    goTo(90);
    expect(stallMonitor.longestBetween(50, 90)).toBe(90);
    stallMonitor.stop();
    expect(stallMonitor.longestBetween(50, 90)).toBe(10);
  });
});
