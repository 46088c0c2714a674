import type { LoggedExchange } from '../drive/logged-exchange.ts';
import type { TransportProblem } from '../drive/wire.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { SeenReading } from '../readings/seen-reading.ts';
import type { Check } from '../suite/check-kit/check.ts';
import type { BrokenClaim } from '../suite/check-kit/claim-ledger.ts';
import type { FoundViolation } from '../suite/check-kit/context.ts';

/**
 * How a check ended. `incomplete`: it was interrupted, which says nothing about the target's conformance. `left-out`: the target gave it
 * nothing to check, or delays made its waits inconclusive.
 */
export interface CheckOutcome {
  readonly check: Check;
  readonly status: 'passed' | 'violated' | 'incomplete' | 'left-out';
  /** Why the check is incomplete or left out. */
  readonly reason?: string;
  /** Why one of its requests got no complete response, if that interrupted the check, so that a second attempt makes sense. */
  readonly failure?: TransportProblem | undefined;
  /** Whether the check itself threw an exception. */
  readonly isSuiteDefect?: boolean;
  /** Whether the reason is a problem that stopped many checks. */
  readonly hasRootCause?: boolean;
  /** How long the check ran over all attempts, in milliseconds of the real clock. */
  readonly duration?: number;
  /** Paths of the chats and skills that the check made and could not delete. */
  readonly left: readonly string[];
}

/** The outcome of a check at the end of a run, when it is known which of its broken claims count. */
export interface SettledOutcome extends CheckOutcome {
  /** The requirements that its own claims show to be violated. What the judge found in its exchanges does not count. */
  readonly violated: readonly string[];
}

/** The outcome of a check with its broken claims, which become findings after the run. */
export interface CheckRun extends CheckOutcome {
  readonly broken: readonly BrokenClaim[];
  /** What to look for again in smaller situations. */
  readonly found?: readonly FoundViolation[];
  /** Requirements whose broken claims prove nothing. */
  readonly doubted?: readonly string[];
}

/** Everything that a run of the suite produced. It still contains secrets: see `redactResult`. */
export interface SuiteResult {
  readonly judgement: Judgement;
  readonly outcomes: readonly SettledOutcome[];
  readonly exchanges: readonly LoggedExchange[];
  /** Sentences that each explain much of the result. */
  readonly remarks: readonly string[];
  /** The readings of open points that the exchanges show. */
  readonly readings?: readonly SeenReading[];
  /** When the run started. */
  readonly started: Date;
  /** How long the run took, in milliseconds. */
  readonly duration: number;
  /** The `server` header of the target's first response that has one. */
  readonly server: string | undefined;
}
