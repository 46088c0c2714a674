import { describe, expect, it } from 'vitest';
import { JUDGED_BREAKAGES, judgeBreakage, verifiersOf } from '../../../scripts/ledger/breakages.ts';
import { chooseProofs, touchedByTheChange } from '../../../scripts/ledger/choose-proofs.ts';
import { isOfBreakage, readHints, readProofs } from '../../../scripts/ledger/proofs.ts';
import { ALL_BREAKAGES } from '../../../src/alterations/breakages/index.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

const hintsOf = readHints();
const judged = await chooseProofs(JUDGED_BREAKAGES, ({ id, requirement }) => [
  id,
  requirement,
  ...hintsOf(id),
]);

/** The checks that proofs.test.ts proves. */
const provenElsewhere = new Set(readProofs().flatMap((proof) => (isOfBreakage(proof) ? [] : proof.checks)));
const touched = await touchedByTheChange();
/** The checks that have to find one of the breakages, until they have. */
const unproven = new Set(
  CHECKS.map(({ id }) => id).filter((id) => !provenElsewhere.has(id) && (touched?.has(id) ?? true)),
);

describe('a breakage', () => {
  it.each(judged.map((breakage) => [breakage.id, breakage] as const))(
    '%s is caught',
    async (id, breakage) => {
      const { isCaught, caughtBy } = await judgeBreakage(breakage, hintsOf(id));
      expect(isCaught).toBe(true);
      for (const check of caughtBy) unproven.delete(check);
    },
  );
});

it('every check finds one of those breakages, or has another proof; run `npm run ledger -- --prove`', async () => {
  for (const breakage of JUDGED_BREAKAGES) {
    const hints = verifiersOf(breakage).filter(({ id }) => unproven.has(id));
    if (hints.length === 0) continue;
    const ids = hints.map(({ id }) => id);
    const { caughtBy } = await judgeBreakage(breakage, ids);
    for (const check of caughtBy) unproven.delete(check);
  }
  expect([...unproven]).toEqual([]);
});

it('every requirement with a check has a breakage', () => {
  const broken = new Set<string>(ALL_BREAKAGES.map(({ requirement }) => requirement));
  const checked = new Set(CHECKS.flatMap(({ requirements }) => requirements));
  expect([...checked].filter((requirement) => !broken.has(requirement))).toEqual([]);
});

it('breakages, checks and judged breakages have unique ids', () => {
  for (const ids of [ALL_BREAKAGES, CHECKS, JUDGED_BREAKAGES].map((all) => all.map(({ id }) => id)))
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});
