import { BREAKAGES } from '../../../src/alterations/breakages/index.ts';
import { VACUOUS } from '../../../src/alterations/breakages/vacuous.ts';
import type { FamilyAlteration } from '../../../src/alterations/families/family.ts';
import { FAMILIES } from '../../../src/alterations/families/index.ts';
import type { Traffic } from '../../../src/alterations/families/traffic.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';
import { runLimited } from '../../../src/conformance/run/schedule.ts';
import type { Decorator } from '../../../src/reference/ports.ts';
import { checksBehind, judgeReference } from '../judge-reference.ts';
import { verifiersOf } from '../matrix.ts';

/** A breakage or a generated alteration, and checks that each find a requirement of their own violated by it. */
export interface Proof {
  readonly alteration: string;
  readonly checks: readonly string[];
}

/** What is done to a server, and the checks that may find it. */
export type Prover = Decorator & Pick<FamilyAlteration, 'id' | 'checks'>;

/** Alterations that are tried for one check, before the servers that do nothing useful. */
const TRIES = 200;
/** Checks that run against one altered server. */
const TOGETHER = 20;
/** Servers that run at the same time: checks mostly wait for scaled timers. */
const SIDE_BY_SIDE = 6;
// Each run adds a listener for unhandled rejections.
process.setMaxListeners(100);
/** The families that change what the service does come first. Those that change what it shows are mostly found by the judge. */
const ORDER = ['states', 'deafness', 'holes', 'clocks', 'lies', 'shapes'];
const ORDERED = FAMILIES.toSorted((one, other) => ORDER.indexOf(one.name) - ORDER.indexOf(other.name));

const checkOf = new Map(CHECKS.map((check) => [check.id, check]));

/** The servers that do nothing useful, which are tried last. */
const USELESS: readonly Prover[] = Object.entries(VACUOUS).map(([name, decorator]) => ({
  ...decorator,
  id: `vacuous/${name}`,
  checks: [...checkOf.keys()],
}));

/**
 * Searches for a breakage or a generated alteration that each check finds. A check that finds none may not be able to fail.
 *
 * @param ids the checks that no breakage written by hand proves
 * @param onProof called with each alteration that proves some of them
 * @returns the checks for which none was found
 */
export async function proveChecks(
  ids: readonly string[],
  traffic: Traffic,
  onProof: (proof: Proof) => void,
): Promise<readonly string[]> {
  const alterations = specificAlterations(traffic);
  const unproven = new Set(ids);
  const tried = new Set<Prover>();
  await runLimited(ids, SIDE_BY_SIDE, async (id) => {
    const candidates = alterations.filter((each) => each.checks.includes(id) && !tried.has(each));
    for (const alteration of [...candidates.slice(0, TRIES), ...USELESS]) {
      if (!unproven.has(id)) return;
      const others = alteration.checks.filter((each) => each !== id && unproven.has(each));
      if (others.length < TOGETHER) tried.add(alteration);
      const proof = await prove(alteration, [id, ...others].slice(0, TOGETHER));
      const checks = proof.checks.filter((each) => unproven.delete(each));
      if (checks.length > 0) onProof({ ...proof, checks });
    }
  });
  return [...unproven];
}

/** Everything that can prove a check. */
export function alterationsFor(traffic: Traffic): readonly Prover[] {
  return [...specificAlterations(traffic), ...USELESS];
}

/** The breakages of the requirements of checks, then what the families make, first that which the fewest checks see. */
function specificAlterations(traffic: Traffic): readonly Prover[] {
  return [
    ...BREAKAGES.map((breakage) => ({ ...breakage, checks: verifiersOf(breakage).map(({ id }) => id) })),
    ...ORDERED.flatMap((family) =>
      [...family.generate(traffic)].sort((one, other) => one.checks.length - other.checks.length),
    ),
  ];
}

/** Runs checks one after another against a server with an alteration. @returns those of them that found a requirement of their own violated */
export async function prove(alteration: Prover, ids: readonly string[]): Promise<Proof> {
  const checks = ids.flatMap((id) => checkOf.get(id) ?? []);
  const run = await judgeReference({
    checks,
    decorators: [alteration],
    // Side by side, one check could see what another one caused.
    concurrency: 1,
  });
  const makers = run.report.requirements.flatMap(({ id, findings }) =>
    checksBehind(findings, run).filter((check) => verifies(check, id)),
  );
  return { alteration: alteration.id, checks: ids.filter((id) => makers.includes(id)) };
}

function verifies(check: string, requirement: string): boolean {
  const requirements: readonly string[] = checkOf.get(check)?.requirements ?? [];
  return requirements.includes(requirement);
}
