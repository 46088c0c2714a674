import type { Check } from '../../src/conformance/suite/check-kit/check.ts';
import { judgeReference, type ReferenceRun, type ReferenceRunOptions } from './judge-reference.ts';

/**
 * The number of checks in each of the first rounds. Most alterations are found either by the first check or only much later, and a run of
 * one check costs a tenth of a run of fifty.
 */
const SIZES = [1, 4, 20, 40, 80];

/**
 * Only the checks that find something matter: all of them, and not the smallest situation in which they find it. In parallel, one check could
 * hide a fault from another.
 */
const TO_THE_FINDING = { mostFindings: 1000, retries: 0, concurrency: 1 };

/** Divides checks, likeliest first, into rounds of increasing size. The last round contains the rest. */
export function roundsOf(checks: readonly Check[], sizes: readonly number[] = SIZES): (readonly Check[])[] {
  const rounds: (readonly Check[])[] = [];
  let begin = 0;
  for (const size of [...sizes, checks.length]) {
    if (begin < checks.length) rounds.push(checks.slice(begin, begin + size));
    begin += size;
  }
  return rounds;
}

/**
 * Runs rounds of checks, each against a new server with the same alteration, until one round finds what is wanted.
 *
 * @param find returns the wanted result of a run, or undefined
 * @returns the result of the first round that has one, or undefined
 */
export async function judgeInRounds<Found>(
  altered: Pick<ReferenceRunOptions, 'decorators' | 'simulationSeed'>,
  rounds: readonly (readonly Check[])[],
  find: (run: ReferenceRun, checks: readonly Check[]) => Found | undefined,
): Promise<Found | undefined> {
  for (const checks of rounds.filter(({ length }) => length > 0)) {
    const found = find(await judgeReference({ checks, ...TO_THE_FINDING, ...altered }), checks);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The first programming error among a server's defects. It is a defect of the alteration and must not count as a violation. */
export function slipOf({ defects }: ReferenceRun): Error | undefined {
  return defects.find((defect) => defect instanceof TypeError || defect instanceof ReferenceError) as
    | Error
    | undefined;
}
