import shownBy from '../../generated/shown-by.json' with { type: 'json' };
import type { Breakage } from '../../src/alterations/alteration.ts';
import { BREAKAGES, WIRE_BREAKAGES } from '../../src/alterations/breakages/index.ts';
import { openAnswers } from '../../src/alterations/open-answers/open-answers.ts';
import { loadRegistry } from '../../src/conformance/registry/registry.ts';
import { groupFailures } from '../../src/conformance/report/group-failures.ts';
import type { Check } from '../../src/conformance/suite/check-kit/check.ts';
import { CHECKS } from '../../src/conformance/suite/index.ts';
import type { Decorator } from '../../src/reference/ports.ts';
import { judgeInRounds, roundsOf, slipOf } from './judge-in-rounds.ts';
import { checksBehind, checksThatClaim, judgeReference, type ReferenceRun } from './judge-reference.ts';
import { randomReadings } from './readings/random-readings.ts';

/** The result for a server with one breakage, judged until the breakage was found. */
export interface JudgedBreakage {
  readonly breakage: string;
  readonly isCaught: boolean;
  /** The checks whose own claims found it. Empty if only the judge found it. */
  readonly caughtBy: readonly string[];
  /** A check that finds it, or in whose exchanges the judge finds it. */
  readonly witness?: string | undefined;
}

/** Requirements that a report shows together. */
export interface ReportedBlock {
  /** Those that the same findings show. */
  readonly rows: readonly string[];
  /** Those that follow from them. */
  readonly followers: readonly string[];
}

/** What a run reports about a server with one breakage. */
export interface WholeReport {
  readonly breakage: string;
  readonly requirement: string;
  /** The requirements of all breakages with the same behaviour, since it violates all of them. */
  readonly broken: readonly string[];
  /** The violated requirements, in the order of a report: failures first. */
  readonly reported: readonly ReportedBlock[];
}

/** The breakages with which servers are judged. Breakages of shapes are tested on recorded answers instead. */
export const JUDGED_BREAKAGES: readonly Breakage[] = [...BREAKAGES, ...WIRE_BREAKAGES];

/** Turns that do everything that a turn can do. */
const BROADEST = CHECKS.filter(({ id }) => id.startsWith('turns.pairs.all'));
const shown: Readonly<Record<string, readonly string[]>> = shownBy;

/**
 * Judges a server with a breakage until the requirement is found violated. First run the hinted checks. If they do not find it, a search
 * follows among those that could show it: the checks of the requirement and the broadest turns, or, if only the judge verifies it, all, the
 * likeliest first.
 *
 * @param hints checks that found the breakage before, which run first to save the search
 * @throws Error when the breakage has a programming error
 */
export async function judgeBreakage(
  breakage: Breakage,
  hints: readonly string[] = [],
  others: readonly Decorator[] = [],
): Promise<JudgedBreakage> {
  const hinted = CHECKS.filter(({ id }) => hints.includes(id));
  const verifiers = verifiersOf(breakage);
  const search =
    verifiers.length > 0 ? [...new Set([...verifiers, ...BROADEST])] : likeliestFirst(breakage.requirement);
  const found = await judgeInRounds(
    { decorators: [breakage, ...others] },
    [hinted, ...roundsOf(search)],
    (run) => findersOf(breakage, run),
  );
  return { breakage: breakage.id, isCaught: found !== undefined, caughtBy: [], ...found };
}

/**
 * Judges a server with a breakage that answers at random, by a seed, wherever no statement decides. Where the broken requirement itself is
 * open, the server answers like the sound server, because another reading might leave nothing to break.
 *
 * @returns whether it is found: its requirement is violated, or the server is nonconformant for another one
 */
export async function judgeAmongOpenAnswers(breakage: Breakage, seed: number): Promise<boolean> {
  const { openPoints = [] } = loadRegistry().requirements.find(({ id }) => id === breakage.requirement) ?? {};
  const readings = randomReadings(seed).filter(({ openPoint }) => !openPoints.includes(openPoint));
  const open = openAnswers(seed, readings);
  const own = verifiersOf(breakage);
  const rounds = roundsOf([...new Set([...own, ...CHECKS])], [own.length]);
  // A reading may replace the broken operation, for example when a blocking send reads the stream. If anything shows the breakage, one of
  // the two orders does.
  for (const decorators of [
    [...open, breakage],
    [breakage, ...open],
  ]) {
    const isFound = await judgeInRounds({ decorators, simulationSeed: seed }, rounds, (run) => {
      const found = run.report.verdict === 'nonconformant' || findersOf(breakage, run) !== undefined;
      return found || undefined;
    });
    if (isFound) return true;
  }
  return false;
}

/** All requirements that some blocks of a report name. */
export function idsIn(blocks: readonly ReportedBlock[]): string[] {
  return blocks.flatMap(({ rows, followers }) => [...rows, ...followers]);
}

/**
 * Judges a server with a breakage as a run does by default.
 *
 * @throws Error when the breakage has a programming error
 */
export async function judgeWhole(breakage: Breakage): Promise<WholeReport> {
  const run = await judgeReference({ checks: CHECKS, decorators: [breakage] });
  refuseSlip(breakage, run);
  const { requirements } = run.report;
  const traced = requirements.map((row) => ({
    ...row,
    findings: row.findings.map((finding) => ({ ...finding, ...originOf(finding, run) })),
  }));
  const ran = run.outcomes.map(({ check, status }) => ({ ...check, status }));
  const groups = ['failed', 'warned'].flatMap((status) =>
    groupFailures(
      traced.filter((row) => row.status === status),
      ran,
    ),
  );
  return {
    breakage: breakage.id,
    requirement: breakage.requirement,
    broken: JUDGED_BREAKAGES.filter(({ behaviour }) => behaviour === breakage.behaviour).map(
      ({ requirement }) => requirement,
    ),
    reported: groups.map(({ rows, followers }) => ({ rows: rows.map(({ id }) => id), followers })),
  };
}

/** The check and the request that led to a finding. */
function originOf({ exchange = -1 }: { readonly exchange?: number }, { exchanges }: ReferenceRun) {
  const { check = '', request } = exchanges[exchange] ?? {};
  return { check, ...(request && { request: `${request.method} ${request.path}` }) };
}

/** All checks: first those in whose exchanges the judge is known to verify the requirement, then those that see most. */
function likeliestFirst(requirement: string): readonly Check[] {
  const seeing = CHECKS.filter(({ id }) => shown[requirement]?.includes(id));
  return [...new Set([...seeing, ...BROADEST, ...CHECKS])];
}

/** The checks that verify the broken requirement. */
export function verifiersOf({ requirement }: Breakage): readonly Check[] {
  return CHECKS.filter(({ requirements }) => requirements.includes(requirement));
}

function findersOf(
  breakage: Breakage,
  run: ReferenceRun,
): Pick<JudgedBreakage, 'caughtBy' | 'witness'> | undefined {
  refuseSlip(breakage, run);
  const own = run.report.requirements.find(({ id }) => id === breakage.requirement);
  if (own === undefined || own.violations === 0) return undefined;
  const caughtBy = checksThatClaim(breakage.requirement, run);
  return { caughtBy, witness: caughtBy[0] ?? checksBehind(own.findings, run)[0] };
}

function refuseSlip({ id }: Breakage, run: ReferenceRun): void {
  const slip = slipOf(run);
  if (slip) throw new Error(`${id} has a programming error`, { cause: slip });
}
