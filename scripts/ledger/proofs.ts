import { readFileSync, writeFileSync } from 'node:fs';
import { TRIVIAL_SERVERS } from '../../src/alterations/breakages/trivial-servers.ts';
import type { FamilyAlteration } from '../../src/alterations/families/family.ts';
import { FAMILIES } from '../../src/alterations/families/index.ts';
import type { Traffic } from '../../src/alterations/families/traffic.ts';
import { CHECKS } from '../../src/conformance/suite/index.ts';
import type { Decorator } from '../../src/reference/ports.ts';
import { JUDGED_BREAKAGES } from './breakages.ts';
import { slipOf } from './judge-in-rounds.ts';
import { judgeReference } from './judge-reference.ts';

/**
 * An altered server, and checks that each find one of their own requirements violated by it. If only the judge finds the violation, the one
 * check is that in whose exchanges it does.
 */
export interface Proof {
  /** The id of a breakage, of a generated alteration, or of a server that does nothing useful. */
  readonly alteration: string;
  readonly checks: readonly string[];
}

/** An alteration of the server, and the checks that may find it. */
export type Prover = Decorator & Pick<FamilyAlteration, 'id' | 'checks'>;

/** How many alterations are tried per check before the servers that do nothing useful. */
const TRIES = 200;
/** How many checks run against one altered server. */
const TOGETHER = 20;
/** Families that change what the service does come first. Families that change what it shows are mostly found by the judge. */
const ORDER = [
  'wrong-states',
  'ignored-input',
  'missing-guards',
  'wrong-timing',
  'wrong-values',
  'malformed-shapes',
];
const ORDERED = FAMILIES.toSorted((one, other) => ORDER.indexOf(one.name) - ORDER.indexOf(other.name));

const FILE = new URL('proofs.json', import.meta.url);
const breakageIds = new Set<string>(JUDGED_BREAKAGES.map(({ id }) => id));
const checkOf = new Map(CHECKS.map((check) => [check.id, check]));

/** The servers that do nothing useful, tried last. */
const USELESS: readonly Prover[] = Object.entries(TRIVIAL_SERVERS).map(([name, decorator]) => ({
  ...decorator,
  id: `vacuous/${name}`,
  checks: [...checkOf.keys()],
}));

/**
 * The committed proofs: for each breakage a check that finds it, and for each check an alteration that it finds. They are no results. They say
 * where to look first, since finding a proof can take seconds, and whoever uses one verifies it.
 */
export function readProofs(): readonly Proof[] {
  const proofs = JSON.parse(readFileSync(FILE, 'utf8')) as Readonly<Record<string, readonly string[]>>;
  return Object.entries(proofs).map(([alteration, checks]) => ({ alteration, checks }));
}

/** Whether a proof names a breakage, so that `judgeBreakage` verifies it. */
export function isOfBreakage({ alteration }: Proof): boolean {
  return breakageIds.has(alteration);
}

/** By breakage, the checks that found it when the proofs were written. */
export function readHints(): (breakage: string) => readonly string[] {
  const proofs = new Map(readProofs().map(({ alteration, checks }) => [alteration, checks]));
  return (breakage) => proofs.get(breakage) ?? [];
}

/** Writes proofs, one line per alteration. */
export function writeProofs(proofs: readonly Proof[]): void {
  const lines = proofs
    .toSorted((one, other) => (one.alteration < other.alteration ? -1 : 1))
    .map(({ alteration, checks }) => `  ${JSON.stringify(alteration)}: ${JSON.stringify(checks.toSorted())}`);
  writeFileSync(FILE, `{\n${lines.join(',\n')}\n}\n`);
}

/** Everything besides breakages that can prove a check: the alterations of the families, then useless servers. */
export function proversOf(traffic: Traffic): readonly Prover[] {
  return [...ORDERED.flatMap((family) => [...family.generate(traffic)]), ...USELESS];
}

/**
 * Runs checks one after another against a server with an alteration.
 *
 * @returns the checks that found one of their own requirements violated
 */
export async function prove(alteration: Prover, ids: readonly string[]): Promise<Proof> {
  const checks = ids.flatMap((id) => checkOf.get(id) ?? []);
  // In parallel, one check could see the effects of another.
  const run = await judgeReference({
    checks,
    decorators: [alteration],
    concurrency: 1,
    retries: 0,
  });
  const slip = slipOf(run);
  if (slip) throw new Error(`${alteration.id} has a programming error`, { cause: slip });
  const makers = new Set(
    run.outcomes.flatMap(({ check, violated }) => (violated.length > 0 ? check.id : [])),
  );
  return { alteration: alteration.id, checks: ids.filter((id) => makers.has(id)) };
}

/**
 * Searches, for each check, for a generated alteration that the check finds. If there is none, the check may be unable to fail.
 *
 * @param onProof called with each alteration that proves some of the checks
 * @returns the checks for which none was found
 */
export async function searchProofs(
  ids: readonly string[],
  traffic: Traffic,
  onProof: (proof: Proof) => void,
): Promise<readonly string[]> {
  const provers = fewestFirst(proversOf(traffic));
  const unproven = new Set(ids);
  const tried = new Set<Prover>();
  for (const id of ids) {
    const candidates = provers.filter((each) => each.checks.includes(id) && !tried.has(each));
    for (const alteration of [...candidates.slice(0, TRIES), ...USELESS]) {
      if (!unproven.has(id)) break;
      const others = alteration.checks.filter((each) => each !== id && unproven.has(each));
      if (others.length < TOGETHER) tried.add(alteration);
      const proof = await prove(alteration, [id, ...others].slice(0, TOGETHER));
      const checks = proof.checks.filter((each) => unproven.delete(each));
      if (checks.length > 0) onProof({ ...proof, checks });
    }
  }
  return [...unproven];
}

/** Within each family, the alterations that the fewest checks see come first. */
function fewestFirst(provers: readonly Prover[]): readonly Prover[] {
  const counted = provers.map((prover) => ({ prover, seeing: prover.checks.length }));
  return [...Map.groupBy(counted, ({ prover }) => prover.id.split('/')[0]).values()].flatMap((family) =>
    family.sort((one, other) => one.seeing - other.seeing).map(({ prover }) => prover),
  );
}
