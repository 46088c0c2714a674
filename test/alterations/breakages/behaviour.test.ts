import { describe, expect, it } from 'vitest';
import type { Breakage } from '../../../src/alterations/alteration.ts';
import { ALL_BREAKAGES, BREAKAGES } from '../../../src/alterations/breakages/index.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';
import { violatedUnder, waitsLong } from './violated-under.ts';

describe('a breakage', () => {
  const isCaught = async (_: string, breakage: Breakage) => {
    expect(await violatedUnder(breakage)).toContain(breakage.requirement);
  };
  const row = (breakage: Breakage) => [breakage.id, breakage] as const;

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
