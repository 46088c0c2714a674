import type { RequirementId } from '../../../../generated/ids.d.ts';
import type { Journey } from '../journey.ts';
import type { Seen } from '../seen.ts';

/** What a client did in one journey. */
export interface Course {
  readonly journey: Journey;
  /** The exchanges of the client, in the order in which they began. */
  readonly seen: readonly Seen[];
  /** How many times faster than in the service document the server's timers ran. */
  readonly timeScale: number;
}

/** A comparison of what a client did with what is right. */
export interface ClientClaim {
  readonly row: RequirementId;
  readonly isMet: boolean;
  /** The exchange that shows it. */
  readonly at: Seen | undefined;
  readonly expected: string;
  readonly actual: string;
  /** Whether it is about something that the client did not do. Behind a gateway that fails, a client may give up. */
  readonly isOmission?: boolean;
}

/** Judges the requests of a client by some rows. A rule that finds nothing to judge returns nothing. */
export type Rule = (course: Course) => readonly ClientClaim[];

/** Something that no row asks of a client, and that is good to know. It never fails a client. */
export interface Advice {
  readonly at: Seen;
  readonly text: string;
}
