import type { FamilyAlteration } from '../../../src/alterations/families/family.ts';
import type { Check } from '../../../src/conformance/check-kit/check.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';
import { DRIVE_LIMITS, type DriveLimits } from '../../../src/conformance/drive/limits.ts';
import { judgeAllClearly, judgeReference, TIME_SCALE } from '../judge-reference.ts';
import { explainSurvivor, readSurvivors } from './survivors.ts';

/** What the suite made of a server with one alteration. */
export interface Judged {
  readonly id: string;
  /** `broken`: the run ended with an exception, which is a defect of the suite or of the alteration. */
  readonly result: 'caught' | 'survived' | 'broken';
  /** The requirements that were reported, or the message of the exception. */
  readonly by: readonly string[];
}

/** Checks that wait longer, in milliseconds of the service's time, run only where an alteration needs them. */
const LONG = 100_000;
/** How many of the checks that saw the place run before all the others. */
const FIRST = 24;

/** Milliseconds of the real clock. An altered server may keep silent for ever. */
const SHORT_LIMITS: DriveLimits = { ...DRIVE_LIMITS, firstByte: 5000, idle: 4000, total: 12_000 };
const LONG_LIMITS: DriveLimits = { ...DRIVE_LIMITS, firstByte: 30_000, idle: 15_000, total: 30_000 };

const entries = readSurvivors();
const short = CHECKS.filter(({ waits = 0 }) => waits < LONG);
const long = CHECKS.filter((check) => !short.includes(check));

/** Checks that run against the altered server, and the limits of the run. */
type Round = readonly [checks: readonly Check[], limits: DriveLimits];

/** How the altered server and the suite run. */
export interface JudgingOptions {
  /** Milliseconds of the service's time in one of real time. */
  readonly timeScale?: number;
}

/**
 * Judges a server with one alteration: first by the checks that saw its place, then by the whole suite, until one finds it. The whole
 * suite does not run where survivors.yaml explains why nothing finds it.
 */
export function judgeAlteration(
  alteration: FamilyAlteration,
  { timeScale = TIME_SCALE }: JudgingOptions = {},
): Promise<Judged> {
  const first = alteration.checks.slice(0, FIRST);
  const rounds: readonly Round[] = [
    [short.filter(({ id }) => first.includes(id)), SHORT_LIMITS],
    [short, SHORT_LIMITS],
    [long.filter(({ id }) => alteration.checks.includes(id)), LONG_LIMITS],
  ];
  const isExplained = explainSurvivor(entries, alteration.id) !== undefined;
  return judgeInRounds(alteration, isExplained ? rounds.slice(0, 1) : rounds, timeScale);
}

/** Judges a server with one alteration by one check alone. */
export function judgeByCheck(alteration: FamilyAlteration, check: string): Promise<Judged> {
  return judgeInRounds(alteration, [[CHECKS.filter(({ id }) => id === check), SHORT_LIMITS]], TIME_SCALE);
}

async function judgeInRounds(
  alteration: FamilyAlteration,
  rounds: readonly Round[],
  timeScale: number,
): Promise<Judged> {
  const { id } = alteration;
  try {
    for (const [checks, limits] of rounds) {
      const by =
        checks.length === 0 ? [] : await violated(alteration, checks, atScale(limits, timeScale), timeScale);
      if (by.length > 0) return { id, result: 'caught', by };
    }
    return { id, result: 'survived', by: [] };
  } catch (error) {
    const stack = error instanceof Error ? String(error.stack).slice(0, 400) : String(error);
    return { id, result: 'broken', by: [stack] };
  }
}

/** The requirements of level must that a run found violated. */
async function violated(
  alteration: FamilyAlteration,
  checks: readonly Check[],
  limits: DriveLimits,
  timeScale: number,
): Promise<string[]> {
  const { report } = await judgeAllClearly(() =>
    judgeReference({ checks, decorators: [alteration], limits, timeScale }),
  );
  return report.requirements.filter(({ status }) => status === 'failed').map(({ id }) => id);
}

/** The limits of a run whose timers take longer or shorter than those of the usual scale. */
function atScale(limits: DriveLimits, timeScale: number): DriveLimits {
  const factor = TIME_SCALE / timeScale;
  const { firstByte, idle, total } = limits;
  return { ...limits, firstByte: firstByte * factor, idle: idle * factor, total: total * factor };
}
