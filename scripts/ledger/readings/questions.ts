import type { Variant } from '../../../src/alterations/alteration.ts';
import { SEVERAL_QUESTIONS } from './several-questions.ts';

/** Something that the service document leaves open, with the variants that answer it differently from the sound server. */
export interface Question {
  readonly openPoint: string;
  /** The sound server's own reading comes first and is not a variant. */
  readonly readings: readonly (Variant | undefined)[];
}

/** The questions that variants answer: one per open point, or several if its readings can be combined. */
export function questionsOf(variants: readonly Variant[]): Question[] {
  const questions = Map.groupBy(variants, nameOf);
  return [...questions.values()].flatMap(([first, ...others]) =>
    first ? [{ openPoint: first.openPoint, readings: [undefined, first, ...others] }] : [],
  );
}

function nameOf({ id, openPoint }: Variant): string {
  const number = SEVERAL_QUESTIONS[openPoint]?.findIndex((ids) => ids.includes(id)) ?? 0;
  if (number < 0) throw new RangeError(`several-questions.ts does not list ${id}`);
  return `${openPoint} ${number}`;
}

/** Open points whose readings affect the same requests, by subject: first and last number. */
const THREEFOLD: readonly (readonly (readonly [first: number, last: number])[])[] = [
  // Skills.
  [
    [49, 49],
    [52, 52],
    [118, 130],
  ],
  // Interactions.
  [
    [56, 57],
    [76, 76],
    [99, 117],
    [138, 138],
  ],
  // Idempotency.
  [
    [53, 53],
    [58, 58],
    [62, 73],
  ],
];

/** For each subject, the indexes of the questions whose readings are combined in threes. */
export function threefoldOf(questions: readonly Question[]): number[][] {
  return THREEFOLD.map((ranges) =>
    questions.flatMap(({ openPoint }, index) => {
      const number = Number(openPoint.slice('A-'.length));
      return ranges.some(([first, last]) => number >= first && number <= last) ? [index] : [];
    }),
  );
}
