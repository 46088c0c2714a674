import type { RequirementId } from '../../../../generated/ids.d.ts';
import type { Journey } from '../journey.ts';
import type { Seen } from '../seen.ts';

/** What a client did in one journey. */
export interface Course {
  readonly journey: Journey;
  /** The exchanges of the client, in the order in which they began. */
  readonly seen: readonly Seen[];
  /** The token that the driver was given. */
  readonly token: string;
  /** How many times faster than in the service document the server's timers ran. */
  readonly timeScale: number;
}

/** A comparison of what a client did with what is right. */
export interface ClientClaim<Row extends RequirementId = RequirementId> {
  readonly row: Row;
  readonly isMet: boolean;
  /** The exchange that shows it. */
  readonly at: Seen | undefined;
  readonly expected: string;
  readonly actual: string;
  /** Whether it is about something that the client did not do. Behind a gateway that fails, a client may give up. */
  readonly isOmission?: boolean;
}

/** Judges the requests of a client by some rows. */
export interface Rule {
  /** All rows that it may claim. */
  readonly rows: readonly RequirementId[];
  /** Returns nothing if there is nothing to judge. */
  look(course: Course): readonly ClientClaim[];
}

/** Declares a rule. The compiler rejects a claim of a row that is not among its rows. */
export function rule<const Row extends RequirementId>(
  rows: readonly Row[],
  look: (course: Course) => readonly ClientClaim<Row>[],
): Rule {
  return { rows, look };
}
