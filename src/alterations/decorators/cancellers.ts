import type { Wrap } from '../alteration.ts';
import { insteadOf } from './requests.ts';
import { isOf, noteEvents, TERMINALS } from './rewrite-events.ts';

/** Lets a port cancel the turn that raised an interaction. */
export interface Cancellers {
  /** Must decorate the exchange, because it learns from events which turns can be cancelled. */
  readonly exchange: Wrap;
  /** Cancels the turn at once, before it continues. Does nothing if the turn has ended or raised no interaction. */
  cancel(actionId: string): void;
}

/** Action ids are unique across servers, so one map serves all of them. */
export function createCancellers(): Cancellers {
  const cancels = new Map<string, () => void>();
  return {
    exchange: (exchange) =>
      noteEvents((request) => {
        const own: string[] = [];
        return (event) => {
          if (event.type === 'message.action_required') {
            const { action_id } = event.data;
            own.push(action_id);
            cancels.set(action_id, () => void exchange(insteadOf(request, 'cancelTurn', {})));
          }
          if (isOf(TERMINALS, event)) for (const id of own) cancels.delete(id);
        };
      })(exchange),
    cancel: (actionId) => cancels.get(actionId)?.(),
  };
}
