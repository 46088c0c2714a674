import type { FamilyAlteration } from '../../../src/alterations/families/family.ts';
import type { Check } from '../../../src/conformance/check-kit/check.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';
import { DRIVE_LIMITS, type DriveLimits } from '../../../src/conformance/drive/limits.ts';
import { judgeReference } from '../judge-reference.ts';

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
const FIRST = 12;

/** Milliseconds of the real clock. An altered server may keep silent for ever. */
const SHORT_LIMITS: DriveLimits = { ...DRIVE_LIMITS, firstByte: 5000, idle: 4000, total: 12_000 };
const LONG_LIMITS: DriveLimits = { ...DRIVE_LIMITS, firstByte: 30_000, idle: 15_000, total: 30_000 };

const short = CHECKS.filter(({ waits = 0 }) => waits < LONG);
const long = CHECKS.filter((check) => !short.includes(check));

/** Judges a server with one alteration: first by the checks that saw its place, then by the whole suite, until one finds it. */
export async function judgeAlteration(alteration: FamilyAlteration): Promise<Judged> {
  const { id } = alteration;
  const rounds: readonly (readonly [readonly Check[], DriveLimits])[] = [
    [short.filter((check) => alteration.checks.slice(0, FIRST).includes(check.id)), SHORT_LIMITS],
    [short, SHORT_LIMITS],
    [long.filter((check) => alteration.checks.includes(check.id)), LONG_LIMITS],
  ];
  try {
    for (const [checks, limits] of rounds) {
      const by = checks.length === 0 ? [] : await violated(alteration, checks, limits);
      if (by.length > 0) return { id, result: 'caught', by };
    }
    return { id, result: 'survived', by: [] };
  } catch (error) {
    return {
      id,
      result: 'broken',
      by: [error instanceof Error ? String(error.stack).slice(0, 400) : String(error)],
    };
  }
}

/** The requirements of level must that a run found violated. */
async function violated(
  alteration: FamilyAlteration,
  checks: readonly Check[],
  limits: DriveLimits,
): Promise<string[]> {
  const { report } = await judgeReference({ checks, decorators: [alteration], limits });
  return report.requirements.filter(({ status }) => status === 'failed').map(({ id }) => id);
}
