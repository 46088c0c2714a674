import { describe, expect, it } from 'vitest';
import { ALL_BREAKAGES, BREAKAGES } from '../../../src/alterations/breakages/index.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';
import { shownCatchers } from './shown-catchers.ts';
import { violatedUnder } from './violated-under.ts';

describe('a breakage', () => {
  it.each(BREAKAGES.map((breakage) => [breakage.id, breakage] as const))(
    '%s is caught',
    async (_, breakage) => {
      const { checks, isEach } = shownCatchers(breakage);
      const { violated, by } = await violatedUnder(breakage, checks);
      expect(violated).toContain(breakage.requirement);
      if (isEach) expect(checks.map(({ id }) => id).filter((id) => !by.includes(id))).toEqual([]);
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
