import type { Check } from '../../src/conformance/suite/check-kit/check.ts';
import { judgeReference, type ReferenceRun, type ReferenceRunOptions } from './judge-reference.ts';

/**
 * The numbers of checks in the first rounds. Most alterations are found by the first check or not for long, and a run of one check costs a
 * tenth of a run of fifty.
 */
const SIZES = [1, 4, 20, 40, 80];

/** Divides checks, likeliest first, into rounds that become larger. Whatever is left is the last round. */
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
 * Runs rounds of checks, each against a new server that is altered in the same way, until one of them finds what counts.
 *
 * @param find returns what counts in a run; undefined if the run shows nothing
 * @returns what the first such round found; undefined if no round did
 */
export async function judgeInRounds<Found>(
  altered: Pick<ReferenceRunOptions, 'decorators' | 'simulationSeed'>,
  rounds: readonly (readonly Check[])[],
  find: (run: ReferenceRun, checks: readonly Check[]) => Found | undefined,
): Promise<Found | undefined> {
  for (const checks of rounds) {
    if (checks.length === 0) continue;
    const found = find(await judgeReference({ checks, ...altered }), checks);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The first programming error among the defects of a server. It must not count as a violation: it is a defect of the alteration. */
export function slipOf({ defects }: ReferenceRun): Error | undefined {
  return defects.find((defect) => defect instanceof TypeError || defect instanceof ReferenceError) as
    | Error
    | undefined;
}
