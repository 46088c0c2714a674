import type { FamilyAlteration } from '../../../src/alterations/families/family.ts';
import { FAMILIES } from '../../../src/alterations/families/index.ts';
import type { Traffic } from '../../../src/alterations/families/traffic.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';
import { DRIVE_LIMITS, type DriveLimits } from '../../../src/conformance/drive/limits.ts';
import { judgeReference } from '../judge-reference.ts';

/** A generated alteration, and checks that each find a requirement of their own violated by it. */
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
/** Milliseconds of the real clock. */
const LIMITS: DriveLimits = { ...DRIVE_LIMITS, firstByte: 25_000, idle: 12_000, total: 25_000 };

const checkOf = new Map(CHECKS.map((check) => [check.id, check]));

/**
 * Searches for an alteration that each check finds. A check that finds none may not be able to fail.
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
  const alterations = FAMILIES.toSorted(
    (one, other) => ORDER.indexOf(one.name) - ORDER.indexOf(other.name),
  ).flatMap((family) =>
    [...family.generate(traffic)].sort((one, other) => one.checks.length - other.checks.length),
  );
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

/** Runs checks against a server with an alteration. @returns those of them that found a requirement of their own violated */
export async function prove(alteration: FamilyAlteration, checks: readonly string[]): Promise<Proof> {
  const { report, exchanges } = await judgeReference({
    checks: checks.flatMap((id) => checkOf.get(id) ?? []),
    decorators: [alteration],
    limits: LIMITS,
  });
  const makers = report.requirements.flatMap(({ id, findings }) =>
    findings.flatMap(({ exchange = -1 }) => {
      const maker = checkOf.get(exchanges[exchange]?.check ?? '');
      return maker?.requirements.includes(id) ? [maker.id] : [];
    }),
  );
  return { alteration: alteration.id, checks: checks.filter((id) => makers.includes(id)) };
}
