/** A difference between two editions of the contract, and what it means for users. */
import { describePlace, type Place } from './place.ts';

/** In ascending order: new words, new promises, broken promises. */
export const severities = ['editorial', 'additive', 'breaking'] as const;
export type Severity = (typeof severities)[number];

export interface Change {
  readonly severity: Severity;
  /** The file of the edition that it is in, such as `openapi.json`. */
  readonly document: string;
  /** For a person: `event message.step > data > steps[] > timestamp`. */
  readonly where: string;
  /** For a person: the difference. */
  readonly what: string;
  /** The place in the document that states it. A shared schema is stated once and used in many places. */
  readonly source: string;
}

/** @param source the place in the document that states it, if more exact than `at` */
export function change(severity: Severity, at: Place, what: string, source: string = at.origin): Change {
  return { severity, document: at.document, where: describePlace(at), what, source };
}

/** The most severe of these changes; undefined if there is none. */
export function gravestOf(changes: readonly Change[]): Severity | undefined {
  return severities.findLast((severity) => changes.some((one) => one.severity === severity));
}

/** One change, with the number of other places that show it because they use the same schema. */
export interface DistinctChange extends Change {
  readonly elsewhere: number;
}

/** Folds the changes that a shared schema causes in several places into one. Keeps the order. */
export function distinct(changes: readonly Change[]): DistinctChange[] {
  const groups = Map.groupBy(changes, ({ severity, what, source }) => `${severity}\n${what}\n${source}`);
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, elsewhere: others.length }],
  );
}
