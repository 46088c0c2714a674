import type { FamilyAlteration } from '../../../src/alterations/families/family.ts';
import type { Check } from '../../../src/conformance/check-kit/check.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';
import { checksBehind, judgeReference } from '../judge-reference.ts';
import { explainSurvivor, readSurvivors } from './survivors.ts';

/** What the suite made of a server with one alteration. */
export interface Judged {
  readonly id: string;
  /**
   * `caught`: a check found it that looks at the altered place. `elsewhere`: only other checks did, so that what they report may not
   * concern the place. `broken`: the run ended with an exception, which is a defect of the suite or of the alteration.
   */
  readonly result: 'caught' | 'elsewhere' | 'survived' | 'broken';
  /** The requirements that were reported, or the message of the exception. */
  readonly by: readonly string[];
}

/** Checks that wait longer, in milliseconds of the service's time, run only where an alteration needs them. */
const LONG = 100_000;
/** How many of the checks that saw the place run before all the others. */
const FIRST = 24;

const entries = readSurvivors();
const short = CHECKS.filter(({ waits = 0 }) => waits < LONG);
const long = CHECKS.filter((check) => !short.includes(check));

/**
 * Judges a server with one alteration: first by the checks that saw its place, then by the whole suite, until one finds it. Only a few
 * checks run where survivors.yaml explains why nothing finds it.
 */
export function judgeAlteration(alteration: FamilyAlteration): Promise<Judged> {
  const first = alteration.checks.slice(0, FIRST);
  const others = alteration.checks.slice(FIRST);
  const rounds = [
    short.filter(({ id }) => first.includes(id)),
    short.filter(({ id }) => others.includes(id)),
    long.filter(({ id }) => alteration.checks.includes(id)),
    short,
  ];
  const isExplained = explainSurvivor(entries, alteration.id) !== undefined;
  return judgeInRounds(alteration, isExplained ? rounds.slice(0, 1) : rounds);
}

/** Judges a server with one alteration by one check alone. */
export function judgeByCheck(alteration: FamilyAlteration, check: string): Promise<Judged> {
  return judgeInRounds(alteration, [CHECKS.filter(({ id }) => id === check)]);
}

async function judgeInRounds(
  alteration: FamilyAlteration,
  rounds: readonly (readonly Check[])[],
): Promise<Judged> {
  const { id } = alteration;
  try {
    for (const checks of rounds) {
      if (checks.length === 0) continue;
      const { by, finders } = await violated(alteration, checks);
      if (by.length === 0) continue;
      const sawPlace = (check: string) => alteration.checks.includes(check);
      const isAtPlace = checks.every(({ id: check }) => sawPlace(check)) || finders.some(sawPlace);
      return { id, result: isAtPlace ? 'caught' : 'elsewhere', by };
    }
    return { id, result: 'survived', by: [] };
  } catch (error) {
    const stack = error instanceof Error ? String(error.stack).slice(0, 400) : String(error);
    return { id, result: 'broken', by: [stack] };
  }
}

/** The requirements of level must that a run found violated, and the checks that found them. */
async function violated(
  alteration: FamilyAlteration,
  checks: readonly Check[],
): Promise<{ readonly by: readonly string[]; readonly finders: readonly string[] }> {
  const run = await judgeReference({ checks, decorators: [alteration] });
  const failed = run.report.requirements.filter(({ status }) => status === 'failed');
  const finders = failed.flatMap(({ findings }) => checksBehind(findings, run));
  return { by: failed.map(({ id }) => id), finders };
}
