import type { Traffic } from '../../src/alterations/families/traffic.ts';
import { costOf } from '../../src/conformance/run/costs.ts';
import { JUDGED_BREAKAGES } from './breakages.ts';
import { isOfBreakage, type Proof, readProofs, searchProofs } from './proofs.ts';
import { judgeBreakages, judgeProofs, listUnproven, proveByBreakages } from './run-ledger.ts';
import type { Threads } from './threads.ts';

/**
 * Finds a check for each breakage, and an alteration for each check. Committed proofs that still hold and are needed stay.
 *
 * @returns the proofs, and the checks and breakages that have none
 */
export async function proveAll(
  threads: Threads,
  traffic: Traffic,
): Promise<{ readonly proofs: readonly Proof[]; readonly problems: readonly string[] }> {
  const ids = JUDGED_BREAKAGES.map(({ id }) => id);
  const { judged, problems } = await judgeBreakages(threads, ids);
  const committed = readProofs().filter((proof) => !isOfBreakage(proof));
  const generated = await judgeProofs(threads, committed);
  const broken = await proveByBreakages(threads, listUnproven(judged, generated.found));
  const searched: Proof[] = [];
  const unprovable = await searchProofs(broken.missing, traffic, (proof) => searched.push(proof));

  const found = judged.map(({ breakage, caughtBy }) => ({ alteration: breakage, checks: caughtBy }));
  const proofs = eachCheckOnce([...found, ...broken.found, ...generated.found, ...searched]);
  for (const { breakage, caughtBy, witness } of judged) {
    const cheapest = byCost(caughtBy)[0] ?? witness;
    if (!proofs.has(breakage) && cheapest !== undefined) proofs.set(breakage, [cheapest]);
  }
  return {
    proofs: [...proofs].map(([alteration, checks]) => ({ alteration, checks })),
    problems: [...problems, ...unprovable.map((id) => `no alteration was found that ${id} finds`)],
  };
}

/** By alteration, the checks that no earlier proof has. */
function eachCheckOnce(proofs: readonly Proof[]): Map<string, readonly string[]> {
  const proven = new Set<string>();
  const kept = new Map<string, readonly string[]>();
  for (const { alteration, checks } of proofs) {
    const own = checks.filter((check) => !proven.has(check));
    for (const check of own) proven.add(check);
    if (own.length > 0) kept.set(alteration, [...(kept.get(alteration) ?? []), ...own]);
  }
  return kept;
}

/** The check with the fewest requests first. */
function byCost(checks: readonly string[]): readonly string[] {
  const requests = (id: string) => costOf(id).requests;
  return checks.toSorted((one, other) => requests(one) - requests(other));
}
