import type { Variant } from '../../../src/alterations/alteration.ts';
import { loadRegistry } from '../../../src/conformance/registry/registry.ts';
import type { Check } from '../../../src/conformance/suite/check-kit/check.ts';
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
const SUBJECTS = {
  skills: [
    [49, 49],
    [52, 52],
    [118, 130],
  ],
  interactions: [
    [56, 57],
    [76, 76],
    [99, 117],
    [138, 138],
  ],
  idempotency: [
    [53, 53],
    [58, 58],
    [62, 73],
  ],
} as const;

/** A group of open points whose readings are combined in threes. */
export type Subject = keyof typeof SUBJECTS;

export const SUBJECT_NAMES = Object.keys(SUBJECTS) as readonly Subject[];

/** Whether an open point, such as `A-53`, belongs to a subject. */
export function isAbout(subject: Subject, openPoint: string): boolean {
  const number = Number(openPoint.slice('A-'.length));
  return SUBJECTS[subject].some(([first, last]) => number >= first && number <= last);
}

/** Whether an open point of a subject concerns one of a check's requirements. */
export function concerns(subject: Subject, { requirements }: Check): boolean {
  return requirements.some((id) =>
    openPointsOf()
      .get(id)
      ?.some((point) => isAbout(subject, point)),
  );
}

let openPoints: ReadonlyMap<string, readonly string[]> | undefined;

function openPointsOf(): ReadonlyMap<string, readonly string[]> {
  openPoints ??= new Map(loadRegistry().requirements.map((row) => [row.id, row.openPoints ?? []]));
  return openPoints;
}
