import type { Breakage } from '../../../src/alterations/alteration.ts';
import { BREAKAGES } from '../../../src/alterations/breakages/index.ts';
import type { FamilyAlteration } from '../../../src/alterations/families/family.ts';
import { FAMILIES } from '../../../src/alterations/families/index.ts';
import type { Traffic } from '../../../src/alterations/families/traffic.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';
import { DRIVE_LIMITS, type DriveLimits } from '../../../src/conformance/drive/limits.ts';
import { judgeReference } from '../judge-reference.ts';

/** A breakage or a generated alteration, and checks that each find a requirement of their own violated by it. */
export interface Proof {
  readonly alteration: string;
  readonly checks: readonly string[];
}

/** Alterations that are tried for one check. */
const TRIES = 200;
/** Checks that run against one altered server. */
const TOGETHER = 60;
/** The families that change what the service does come first. Those that change what it shows are mostly found by the judge. */
const ORDER = ['states', 'deafness', 'holes', 'clocks', 'lies', 'shapes'];
const ORDERED = FAMILIES.toSorted((one, other) => ORDER.indexOf(one.name) - ORDER.indexOf(other.name));
/** Milliseconds of the real clock. */
const LIMITS: DriveLimits = { ...DRIVE_LIMITS, firstByte: 25_000, idle: 12_000, total: 25_000 };

const checkOf = new Map(CHECKS.map((check) => [check.id, check]));

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
  const alterations = alterationsFor(traffic);
  const unproven = new Set(ids);
  const tried = new Set<FamilyAlteration>();
  const unprovable: string[] = [];
  for (const id of ids) {
    const candidates = alterations.filter((each) => each.checks.includes(id) && !tried.has(each));
    for (const alteration of candidates.slice(0, TRIES)) {
      if (!unproven.has(id)) break;
      const others = alteration.checks.filter((each) => each !== id && unproven.has(each));
      const proof = await prove(alteration, [id, ...others].slice(0, TOGETHER));
      if (others.length < TOGETHER) tried.add(alteration);
      for (const each of proof.checks) unproven.delete(each);
      if (proof.checks.length > 0) onProof(proof);
    }
    if (unproven.has(id)) unprovable.push(id);
  }
  return unprovable.filter((id) => unproven.has(id));
}

/** What can prove a check: the breakages of its requirements, then what the families make, first that which the fewest checks see. */
export function alterationsFor(traffic: Traffic): readonly FamilyAlteration[] {
  return [
    ...BREAKAGES.map((breakage) => ({ ...breakage, checks: verifiersOf(breakage) })),
    ...ORDERED.flatMap((family) =>
      [...family.generate(traffic)].sort((one, other) => one.checks.length - other.checks.length),
    ),
  ];
}

function verifiersOf({ requirement }: Breakage): readonly string[] {
  return CHECKS.filter(({ requirements }) => requirements.includes(requirement)).map(({ id }) => id);
}

/** Runs checks one after another against a server with an alteration. @returns those of them that found a requirement of their own violated */
export async function prove(alteration: FamilyAlteration, checks: readonly string[]): Promise<Proof> {
  const { report, exchanges } = await judgeReference({
    checks: checks.flatMap((id) => checkOf.get(id) ?? []),
    decorators: [alteration],
    limits: LIMITS,
    // Side by side, one check could see what another one caused.
    concurrency: 1,
  });
  const makers = report.requirements.flatMap(({ id, findings }) =>
    findings.flatMap(({ exchange = -1 }) => {
      const maker = checkOf.get(exchanges[exchange]?.check ?? '');
      return maker?.requirements.includes(id) ? [maker.id] : [];
    }),
  );
  return { alteration: alteration.id, checks: checks.filter((id) => makers.includes(id)) };
}
