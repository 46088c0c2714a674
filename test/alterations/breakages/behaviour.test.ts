import { describe, expect, it } from 'vitest';
import { JUDGED_BREAKAGES, judgeBreakage, verifiersOf } from '../../../scripts/ledger/breakages.ts';
import { readProofs } from '../../../scripts/ledger/proofs.ts';
import { ALL_BREAKAGES } from '../../../src/alterations/breakages/index.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

/** The checks that an alteration proves, as families.test.ts shows. */
const proven = new Set<string>(readProofs().flatMap(({ checks }) => checks));
/** The other checks, until they have found a breakage. Each breakage is judged by all of them that verify its requirement, together. */
const unproven = new Set<string>(CHECKS.map(({ id }) => id).filter((id) => !proven.has(id)));

describe('a breakage', () => {
  it.each(JUDGED_BREAKAGES.map((breakage) => [breakage.id, breakage] as const))(
    '%s is caught',
    async (_, breakage) => {
      const { isCaught, caughtBy } = await judgeBreakage(breakage, unproven);

      expect(isCaught).toBe(true);
      expect(verifiersOf(breakage).map(({ id }) => id)).toEqual(expect.arrayContaining([...caughtBy]));
      for (const check of caughtBy) unproven.delete(check);
    },
  );
});

describe('a check', () => {
  it('finds one of those breakages, or has a proof; run `npm run ledger -- --prove`', () => {
    expect([...unproven]).toEqual([]);
  });
});

describe('a requirement with a check', () => {
  const broken = new Set<string>(ALL_BREAKAGES.map(({ requirement }) => requirement));
  const checked = [...new Set(CHECKS.flatMap(({ requirements }) => requirements))];
  it.each(checked)('%s has a breakage', (requirement) => {
    expect(broken.has(requirement)).toBe(true);
  });
});

it('breakages, checks and judged breakages have unique ids', () => {
  for (const ids of [ALL_BREAKAGES, CHECKS, JUDGED_BREAKAGES].map((all) => all.map(({ id }) => id)))
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});
