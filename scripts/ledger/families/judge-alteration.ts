import type { FamilyAlteration } from '../../../src/alterations/families/family.ts';
import type { Depth } from '../../../src/conformance/run/depth.ts';
import type { Check } from '../../../src/conformance/suite/check-kit/check.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';
import { checksAt } from '../checks-at.ts';
import { judgeInRounds, roundsOf } from '../judge-in-rounds.ts';
import { checksBehind, type ReferenceRun } from '../judge-reference.ts';
import { explainSurvivor, readSurvivors, type SurvivorEntry } from './survivors.ts';

/** The result for a server with one alteration. */
export interface Judged {
  readonly id: string;
  /**
   * `caught`: found by a check that looks at the altered place. `elsewhere`: found only by other checks, so their findings may not concern
   * the place. `broken`: the run ended with an exception, which is a defect of the suite or of the alteration.
   */
  readonly result: 'caught' | 'elsewhere' | 'survived' | 'broken';
  /** The reported requirements, or the message of the exception. */
  readonly by: readonly string[];
  /** The check that looks at the altered place and found it. */
  readonly finder?: string;
}

/** How many of the broadest checks come before the cheapest ones (cheapestFirst). */
const BROAD = 4;
/**
 * Alterations for which a warning counts as found. They accept a value of another type or an unknown word, or run a turn that
 * attaches what its user cannot see, or show other usage in the listing.
 */
const WARNED =
  /\/(wrong-type|null|other-word)-taken$|^missing-guards\/(send|stream)Message:\w+:foreign(-library|-connector)?\/|^wrong-values\/listMessages[^:]*:data\[\]\.usage/;
/** How many checks judge an alteration that survivors.yaml explains: only to notice a reason that no longer holds. */
const CHECKS_OF_EXPLAINED = 2;

const entries = readSurvivors();
const checkOf = new Map<string, Check>(CHECKS.map((check) => [check.id, check]));

/**
 * Judges a server with one alteration, first by the checks that saw its place, then by the whole suite, until one finds it. If
 * survivors.yaml explains why nothing finds it, only two checks run.
 *
 * @param options.depth the depth of the run that should find it
 * @param options.likely the checks that probably find it, the likeliest first
 */
export function judgeAlteration(
  alteration: FamilyAlteration,
  { depth = 'full', likely = [] }: { readonly depth?: Depth; readonly likely?: readonly string[] } = {},
): Promise<Judged> {
  const checks = checksAt(depth);
  const likeliest = [...new Set([...likely, ...likeliestFirst(alteration)])]
    .flatMap((id) => checkOf.get(id) ?? [])
    .filter((check) => checks.has(check));
  const isExplained = explainSurvivor(entries, alteration.id) !== undefined;
  return judgeBy(
    alteration,
    isExplained ? [likeliest.slice(0, CHECKS_OF_EXPLAINED)] : [...roundsOf(likeliest), [...checks]],
  );
}

/** Describes what is wrong with a result. Empty for an alteration that was caught, or that survivors.yaml explains. */
export function describeProblem(
  { id, result, by }: Judged,
  explained: readonly SurvivorEntry[] = entries,
): readonly string[] {
  if (result === 'elsewhere') return [`found by no check that looks at the place: ${id}: ${by.join()}`];
  if (result === 'broken') return [`the run ended early: ${id}: ${by.join()}`];
  return result === 'survived' && !explainSurvivor(explained, id) ? [`not caught: ${id}`] : [];
}

/** Judges a server with one alteration by a single check. */
export function judgeByCheck(alteration: FamilyAlteration, check: string): Promise<Judged> {
  return judgeBy(alteration, [CHECKS.filter(({ id }) => id === check)]);
}

/** The cheapest check that saw the place, the broadest one, three more cheap ones, then the rest. */
function likeliestFirst({ checks }: FamilyAlteration): readonly string[] {
  const broad = checks.slice(0, BROAD);
  const cheap = checks.slice(BROAD);
  return [
    ...cheap.slice(0, 1),
    ...broad.slice(0, 1),
    ...cheap.slice(1, 4),
    ...broad.slice(1),
    ...cheap.slice(4),
  ];
}

async function judgeBy(alteration: FamilyAlteration, rounds: readonly (readonly Check[])[]): Promise<Judged> {
  const { id } = alteration;
  try {
    const found = await judgeInRounds({ decorators: [alteration] }, rounds, (run, checks) =>
      describe(alteration, run, checks),
    );
    return found ?? { id, result: 'survived', by: [] };
  } catch (error) {
    const stack = error instanceof Error ? String(error.stack).slice(0, 400) : String(error);
    return { id, result: 'broken', by: [stack] };
  }
}

function describe(
  { id, checks: seeing }: FamilyAlteration,
  run: ReferenceRun,
  checks: readonly Check[],
): Judged | undefined {
  const statuses = WARNED.test(id) ? ['failed', 'warned'] : ['failed'];
  const failed = run.report.requirements.filter(({ status }) => statuses.includes(status));
  if (failed.length === 0) return undefined;
  const finders = failed.flatMap(({ findings }) => checksBehind(findings, run));
  const finder = finders.find((check) => seeing.includes(check));
  const isAtPlace = finder !== undefined || checks.every((check) => seeing.includes(check.id));
  return {
    id,
    result: isAtPlace ? 'caught' : 'elsewhere',
    by: failed.map((row) => row.id),
    ...(finder !== undefined && { finder }),
  };
}
