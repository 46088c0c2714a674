import type { LoggedExchange } from '../drive/exchange-log.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { SeenReading } from '../readings/seen-reading.ts';
import type { Check } from '../suite/check-kit/check.ts';
import type { BrokenClaim } from '../suite/check-kit/claim-ledger.ts';

/**
 * How a check ended. `incomplete` means that it was interrupted, which says nothing about the target's conformance; `left-out`, that it
 * had nothing to see at this target, or that delays kept its waits from showing anything.
 */
export interface CheckOutcome {
  readonly check: Check;
  readonly status: 'passed' | 'violated' | 'incomplete' | 'left-out';
  /** Why the check is incomplete or left out. */
  readonly reason?: string;
  /** Whether the check was interrupted by a failure of the connection, so that a second attempt makes sense. */
  readonly isTransportFailure?: boolean;
  /** Whether the check was interrupted by an exception of its own. */
  readonly isSuiteDefect?: boolean;
  /** Whether the reason is a mistake that stopped many checks. */
  readonly hasRootCause?: boolean;
  /** How long the check ran, all attempts together, in milliseconds of the real clock. */
  readonly duration?: number;
  /** Paths of the chats and skills that the check made and could not delete. */
  readonly left: readonly string[];
}

/** The outcome of a check with its broken claims, which become findings once the run is over. */
export interface CheckRun extends CheckOutcome {
  readonly broken: readonly BrokenClaim[];
  /** Requirements of broken claims that prove nothing. */
  readonly doubted?: readonly string[];
}

/** Everything that a run of the suite produced. It still contains secrets: see `redactResult`. */
export interface SuiteResult {
  readonly judgement: Judgement;
  readonly outcomes: readonly CheckOutcome[];
  readonly exchanges: readonly LoggedExchange[];
  /** What explains much of the result, one sentence each. */
  readonly remarks: readonly string[];
  /** The readings of open points that the exchanges show. */
  readonly readings?: readonly SeenReading[];
  /** When the run began. */
  readonly started: Date;
  /** How long the run took, in milliseconds. */
  readonly duration: number;
  /** The `server` header of the target's first response that has one. */
  readonly server: string | undefined;
}
