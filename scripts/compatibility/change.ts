/** What a difference between two editions of the contract means for those who use it. */
import { describePlace, type Place } from './place.ts';

/** From the least to the most: new words, new promises, broken promises. */
export const severities = ['editorial', 'additive', 'breaking'] as const;
export type Severity = (typeof severities)[number];

export interface Change {
  readonly severity: Severity;
  /** The file of the edition that it is in, such as `openapi.json`. */
  readonly document: string;
  /** For a person: `event message.step > data > steps[] > timestamp`. */
  readonly where: string;
  /** For a person: what is otherwise now. */
  readonly what: string;
  /** Where it is written. A shared schema is written once and used in many places. */
  readonly source: string;
}

/** @param source where it is written, more exactly than the place knows */
export function change(severity: Severity, at: Place, what: string, source: string = at.origin): Change {
  return { severity, document: at.document, where: describePlace(at), what, source };
}

/** The gravest of these, or nothing where nothing changed. */
export function gravestOf(changes: readonly Change[]): Severity | undefined {
  return severities.findLast((severity) => changes.some((one) => one.severity === severity));
}

/** One change of a shared schema, with the number of further places that show it. */
export interface DistinctChange extends Change {
  readonly elsewhere: number;
}

/** Folds what is written once, however many operations, events and documents use it. Keeps the order. */
export function distinct(changes: readonly Change[]): DistinctChange[] {
  const groups = Map.groupBy(changes, ({ severity, what, source }) => `${severity}\n${what}\n${source}`);
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, elsewhere: others.length }],
  );
}
