import type { Variant } from '../../../src/alterations/alteration.ts';
import { VARIANTS } from '../../../src/alterations/variants/index.ts';
import { coveringArray } from './covering-array.ts';
import { excludes } from './exclusions.ts';
import { isAbout, questionsOf, SUBJECT_NAMES, type Subject } from './questions.ts';

/** A server that the ledger judges. */
export interface Combination {
  readonly variants: readonly Variant[];
  /** If it is there to combine three readings of a subject, only the checks that its open points concern judge it. */
  readonly subject?: Subject;
}

/** Servers that combine every two readings of all open points, and further ones for every three readings of a subject. */
export function combinationsOf(variants: readonly Variant[] = VARIANTS): readonly Combination[] {
  const questions = questionsOf(variants);
  const all = questions.map(({ readings }) => readings);
  const pairs = coveringArray({ questions: all, strength: 2, excludes: excludeEachOther });
  const triples = SUBJECT_NAMES.flatMap((subject) => {
    const isOwn = questions.map(({ openPoint }) => isAbout(subject, openPoint));
    const ownOf = <Item>(row: readonly Item[]) => row.filter((_, question) => isOwn[question]);
    const model = { questions: ownOf(all), strength: 3 as const, excludes: excludeEachOther };
    return coveringArray(model, pairs.map(ownOf)).map((row) => ({
      variants: inOrder(row, variants),
      subject,
    }));
  });
  return [...pairs.map((row) => ({ variants: inOrder(row, variants) })), ...triples];
}

function excludeEachOther(one: Variant | undefined, other: Variant | undefined): boolean {
  return one !== undefined && other !== undefined && excludes(one.id, other.id);
}

/** The variants of a row, in the order in which they decorate each other. */
function inOrder(row: readonly (Variant | undefined)[], variants: readonly Variant[]): Variant[] {
  return variants.filter((variant) => row.includes(variant));
}
