import type { Clock } from '../clock.ts';
import type { Directory } from '../directory/types.ts';
import type { Delivery } from '../interactions/delivery.ts';
import type { InteractionDesk } from '../interactions/desk.ts';
import type { Store } from '../store/store.ts';
import type { Delegation } from '../turns/delegation.ts';
import type { TurnEngine } from '../turns/engine.ts';

/** What the operations stand on. */
export interface ServicePorts {
  readonly clock: Clock;
  readonly directory: Directory;
  readonly store: Store;
  readonly engine: TurnEngine;
  readonly desk: InteractionDesk;
  readonly delivery: Delivery;
  readonly delegation: Delegation;
  /** Hears of errors that are defects of this server. */
  report(error: unknown): void;
}
