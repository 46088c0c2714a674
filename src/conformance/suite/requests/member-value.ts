import type { Need } from '../../../../generated/ids.d.ts';
import type { CheckContext } from '../check-kit/context.ts';

/** A value for a member of a request, and what the contract says about it. */
export interface MemberValue {
  /** Last part of the ids of checks. */
  readonly name: string;
  /**
   * Returns the value, or undefined to leave the member out.
   *
   * @param id prefix for texts, since a service may require unique names
   * @param sound the value of the parameter in a valid request
   */
  readonly make: (id: string, sound?: unknown) => unknown;
  /** Finds ids of existing resources. Used instead of `make`. */
  readonly find?: (t: CheckContext) => Promise<unknown>;
  /** What the profile must declare for `find`. */
  readonly needs?: readonly Need[];
  readonly kind: ValueKind;
}

/** Values that a service must accept: plain ones, ids of existing resources, both ends of a range, and an omitted optional member. */
export const TAKEN = ['taken', 'known', 'least', 'limit', 'default'] as const;

/** Values that a service must refuse where a requirement says so, such as an omitted required member, or an id that does not exist. */
export const REFUSED = ['missing', 'too-long', 'empty', 'unknown', 'not-positive'] as const;

export type ValueKind =
  | (typeof TAKEN)[number]
  | (typeof REFUSED)[number]
  /** A value of another type, or a word that no table lists. The contract does not say how the service handles it. */
  | 'mistyped'
  /** A word that the application uses, but not the contract. */
  | 'foreign'
  /** A list of numbers outside a range. A service may refuse or clamp them. */
  | 'outside';
