import type { KnownFailures } from '../../../generated/input-files.js';
import type { Place } from '../judge/place.ts';

/** An entry of the list: a requirement that the target is known to violate. */
export type KnownFailure = KnownFailures['known_failures'][number] & {
  /** The name that the list has for the requirement, if it is an earlier one. */
  readonly formerId?: string;
};

/** How often something was looked at, and how often it was violated. */
export interface Tally {
  readonly seen: number;
  readonly violated: number;
}

/** A flaky entry that is violated too often. */
export type FrequentFailure = KnownFailure & Tally;

/** The result of comparing the list of known failures with a run. */
export interface KnownFailuresReport {
  /** Entries whose requirement is violated, as the list says. */
  readonly known: readonly KnownFailure[];
  /** Entries whose requirement the target met. */
  readonly stale: readonly KnownFailure[];
  readonly expired: readonly KnownFailure[];
  /** Entries whose requirement was not exercised. */
  readonly unseen: readonly KnownFailure[];
  /** Ids of must-requirements that are violated but not listed, or not at every place. */
  readonly unlisted: readonly string[];
  /** Flaky entries whose requirement the target met this time. */
  readonly quiet?: readonly KnownFailure[];
  /** Flaky entries that are violated more often than their highest rate. */
  readonly frequent?: readonly FrequentFailure[];
  /** Requirements whose entries speak of other places than one at which they are violated. */
  readonly uncovered?: readonly { readonly id: string; readonly places: readonly Place[] }[];
}

/** How often the requirement of a flaky entry was looked at and violated in earlier runs. */
export type EarlierRuns = (entry: KnownFailure) => Tally;
