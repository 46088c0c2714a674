import type { Judgement } from '../judge/judgement.ts';
import type { Outcome } from './outcomes.ts';
import type { OwnAnswer } from './own-answers.ts';

/** Gets what a recorder does, as numbers. */
export interface RecordObserver {
  /** Called once for each forwarded exchange, when it begins. */
  exchange(isRecorded: boolean): void;
  /** Called once for each forwarded exchange, when it is over. */
  ended(outcome: Outcome): void;
  /** Called for each answer that the recorder gave itself. */
  answered(reason: OwnAnswer): void;
  /** Called for each violation, at once. */
  violation(requirement: string): void;
  /** Called when a recorded exchange is over. */
  judged(exchange: Judgement): void;
  /** Called for each exchange of the sample that is not recorded, or not to its end. */
  failure(): void;
  /** Called with the bytes of all files whenever they change. */
  stored(bytes: number): void;
  /** Called for each file that was deleted. */
  deleted(): void;
}
