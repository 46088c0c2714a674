import { describe, expect, it } from 'vitest';
import { waitsForMinutes } from '../../../scripts/ledger/time-scales.ts';
import type { Breakage } from '../../../src/alterations/alteration.ts';
import { ALL_BREAKAGES, BREAKAGES } from '../../../src/alterations/breakages/index.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';
import { shownCatchers } from './shown-catchers.ts';
import { violatedUnder } from './violated-under.ts';

/** A standstill of this machine can hide from one check what another one finds. */
const ATTEMPTS = 5;

describe('a breakage', () => {
  const isCaught = async (_: string, breakage: Breakage) => {
    const { checks, isEach } = shownCatchers(breakage);
    let left = checks;
    for (let attempt = 1; attempt <= ATTEMPTS && left.length > 0; attempt += 1) {
      const { violated, by } = await violatedUnder(breakage, left);
      expect(violated).toContain(breakage.requirement);
      left = isEach ? left.filter(({ id }) => !by.includes(id)) : [];
    }
    expect(left.map(({ id }) => id)).toEqual([]);
  };
  const row = (breakage: Breakage) => [breakage.id, breakage] as const;
  const waitsLong = (breakage: Breakage) => waitsForMinutes(shownCatchers(breakage).checks);

  // Side by side: the checks mostly wait for scaled timers.
  it.concurrent.each(BREAKAGES.filter((each) => !waitsLong(each)).map(row))('%s is caught', isCaught);

  // One by one: at their scale, a neighbour that computes looks like a machine that stands still.
  it.each(BREAKAGES.filter(waitsLong).map(row))('%s is caught', isCaught);
});

describe('a requirement with a check', () => {
  const broken = new Set<string>(ALL_BREAKAGES.map(({ requirement }) => requirement));
  const checked = [...new Set(CHECKS.flatMap(({ requirements }) => requirements))];
  it.each(checked)('%s has a breakage', (requirement) => {
    expect(broken.has(requirement)).toBe(true);
  });
});
