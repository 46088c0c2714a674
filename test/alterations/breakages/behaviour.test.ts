import { describe, expect, it } from 'vitest';
import { ALL_BREAKAGES, BREAKAGES } from '../../../src/alterations/breakages/index.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';
import { violatedUnder } from './violated-under.ts';

describe('a breakage', () => {
  it.each(BREAKAGES.map((breakage) => [breakage.id, breakage] as const))(
    '%s is caught',
    async (_, breakage) => {
      expect(await violatedUnder(breakage)).toContain(breakage.requirement);
    },
  );
});

describe('a requirement with a check', () => {
  const broken = new Set<string>(ALL_BREAKAGES.map(({ requirement }) => requirement));
  const checked = [...new Set(CHECKS.flatMap(({ requirements }) => requirements))];
  it.each(checked)('%s has a breakage', (requirement) => {
    expect(broken.has(requirement)).toBe(true);
  });
});
