import { provenChecks, readLedger } from '../../../scripts/ledger/ledger-file.ts';
import { verifiersOf } from '../../../scripts/ledger/matrix.ts';
import type { Breakage } from '../../../src/alterations/alteration.ts';
import type { Check } from '../../../src/conformance/check-kit/check.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';

const checkOf = new Map<string, Check>(CHECKS.map((check) => [check.id, check]));
const { matrix, proofs } = readLedger();
const shown = assign();

/**
 * The checks that are shown to catch a breakage: one of those that the ledger names, and each check that the ledger proves by no generated
 * alteration, at one breakage. Where the ledger names none, because the judge alone catches the breakage or because it is new, they are
 * all checks of its requirement, one of which is enough.
 */
export function shownCatchers(breakage: Breakage): {
  readonly checks: readonly Check[];
  readonly isEach: boolean;
} {
  const ids = [...(shown.get(breakage.id) ?? [])];
  const checks = ids.flatMap((id) => checkOf.get(id) ?? []);
  return checks.length === ids.length && checks.length > 0
    ? { checks, isEach: true }
    : { checks: verifiersOf(breakage), isEach: false };
}

/** The ids of the checks by the id of the breakage. */
function assign(): ReadonlyMap<string, ReadonlySet<string>> {
  const assigned = new Map(matrix.map(({ breakage, caughtBy }) => [breakage, new Set(caughtBy.slice(0, 1))]));
  const elsewhere = provenChecks({ matrix: [], proofs });
  for (const id of provenChecks({ matrix, proofs: [] })) {
    const catching = matrix.filter(({ caughtBy }) => caughtBy.includes(id));
    if (elsewhere.has(id) || catching.some(({ breakage }) => assigned.get(breakage)?.has(id))) continue;
    const [clearest] = catching.toSorted((one, other) => one.caughtBy.length - other.caughtBy.length);
    assigned.get(clearest?.breakage ?? '')?.add(id);
  }
  return assigned;
}
