import type { ExchangeLog } from '../drive/exchange-log.ts';
import type { Transport } from '../drive/wire.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { Timing } from '../judge/timing.ts';
import type { Profile } from '../profile/profile.ts';
import type { Level } from '../registry/registry.ts';
import type { Retries } from './retries.ts';

/** What a check needs of its run. */
export interface RunCheckParts {
  readonly profile: Profile;
  readonly transport: Transport;
  readonly log: ExchangeLog;
  readonly judgement: Judgement;
  /** Aborted when the run ends early. */
  readonly stop: AbortSignal;
  /** Called before each turn is sent. @throws CannotGoOn when the turn budget is used up */
  takeTurn(): void;
  levelOf(requirement: string): Level;
  /** The requirements that a check and the judge have found violated, once for each violation. */
  violatedBy(check: string): string[];
  readonly retries: Retries;
  /** What checks have learnt about the target, by its name. */
  readonly facts: Map<string, Promise<unknown>>;
  /** Ends the run early, with the reason. */
  giveUp(reason: string): void;
  /** The time of the run, in milliseconds of the real clock, as used in exchanges. */
  now(): number;
  readonly timing: Timing;
  /** Waits for some milliseconds of the real clock, or until the signal is aborted. */
  sleep(duration: number, signal?: AbortSignal): Promise<void>;
  /** Called when the check begins to wait on purpose. */
  readonly onWait?: (() => void) | undefined;
}
