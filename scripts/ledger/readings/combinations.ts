import type { Variant } from '../../../src/alterations/alteration.ts';
import { VARIANTS } from '../../../src/alterations/variants/index.ts';
import { coveringArray } from './covering-array.ts';
import { excludes } from './exclusions.ts';
import { questionsOf, threefoldOf } from './questions.ts';

/**
 * The servers that the ledger judges: sets of variants that combine every two readings of all open points, and every three within skills,
 * interactions and idempotency.
 */
export function combinationsOf(variants: readonly Variant[] = VARIANTS): readonly Variant[][] {
  const questions = questionsOf(variants);
  const rows = coveringArray<Variant | undefined>({
    questions: questions.map(({ readings }) => readings),
    threefold: threefoldOf(questions),
    excludes: (one, other) => one !== undefined && other !== undefined && excludes(one.id, other.id),
  });
  return rows.map((row) => inOrder(row, variants));
}

/** The variants of a row, in the order in which they decorate each other. */
function inOrder(row: readonly (Variant | undefined)[], variants: readonly Variant[]): Variant[] {
  return variants.filter((variant) => row.includes(variant));
}
