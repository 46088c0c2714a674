import type { Variant } from '../../../src/alterations/alteration.ts';
import { takeLiberties } from '../../../src/alterations/liberties/liberties.ts';
import { openAnswers } from '../../../src/alterations/open-answers/open-answers.ts';
import type { Check } from '../../../src/conformance/suite/check-kit/check.ts';
import { slipOf } from '../judge-in-rounds.ts';
import { alarmsIn, judgeReference, type ReferenceRunOptions } from '../judge-reference.ts';
import { randomReadings } from './random-readings.ts';

/**
 * Judges a server with several variants.
 *
 * @returns the false alarms, the incomplete checks, and any programming error of a variant; empty for a sound suite
 */
export function judgeCombination(
  variants: readonly Variant[],
  checks: readonly Check[],
): Promise<readonly string[]> {
  return judgeFaithful(checks, { decorators: variants });
}

/** Judges a server that answers at random, by a seed, wherever no statement decides. @returns the same as for several variants */
export function judgeOpenAnswers(seed: number, checks: readonly Check[]): Promise<readonly string[]> {
  return judgeFaithful(checks, { decorators: openAnswers(seed, randomReadings(seed)), simulationSeed: seed });
}

/** Judges a server that writes its answers in other ways, by a seed. @returns the same as for several variants */
export function judgeLiberties(seed: number, checks: readonly Check[]): Promise<readonly string[]> {
  return judgeFaithful(checks, { decorators: takeLiberties(seed), simulationSeed: seed });
}

async function judgeFaithful(
  checks: readonly Check[],
  options: Pick<ReferenceRunOptions, 'decorators' | 'simulationSeed'>,
): Promise<readonly string[]> {
  const run = await judgeReference({ checks, ...options });
  const slip = slipOf(run);
  return [
    ...alarmsIn(run.report),
    ...run.report.incomplete,
    ...(slip ? [`programming error: ${String(slip)}`] : []),
  ];
}
