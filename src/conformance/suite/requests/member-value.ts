import type { Need } from '../../../../generated/ids.d.ts';
import type { CheckContext } from '../check-kit/context.ts';

/** A value that a request is sent with, and what the contract says about it. */
export interface MemberValue {
  /** Last part of the ids of checks. */
  readonly name: string;
  /**
   * Returns the value; undefined for a member that is left out.
   *
   * @param id begins texts, since a service may want names that differ
   * @param sound the value of the parameter in a request in which nothing is wrong
   */
  readonly make: (id: string, sound?: unknown) => unknown;
  /** Finds ids that something has, in place of `make`. */
  readonly find?: (t: CheckContext) => Promise<unknown>;
  /** What the profile must declare so that they can be found. */
  readonly needs?: readonly Need[];
  readonly kind: ValueKind;
}

/** Values that a service must accept: plain ones, ids that something has, both ends of a range, and a member that is left out. */
export const TAKEN = ['taken', 'known', 'least', 'limit', 'default'] as const;

/** Values that it must refuse, where a row says so: a member that is left out, and ids that nothing has, among them. */
export const REFUSED = ['missing', 'too-long', 'empty', 'unknown', 'not-positive'] as const;

export type ValueKind =
  | (typeof TAKEN)[number]
  | (typeof REFUSED)[number]
  /** A value of another type, or a word that no table lists. What becomes of it is open. */
  | 'mistyped'
  /** A word that the application has, and the contract has not. */
  | 'foreign'
  /** Numbers out of a range, in a list, which a service may refuse or bring into it. */
  | 'outside';
