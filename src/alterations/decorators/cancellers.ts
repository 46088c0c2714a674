import { insteadOf } from './acting.ts';
import type { Wrap } from './asked.ts';
import { rewriteEvents } from './rewrite.ts';

/** What lets a port cancel the turn that asked something. */
export interface Cancellers {
  /** Has to see the service's events. */
  readonly exchange: Wrap;
  /** Cancels at once, before the turn goes on. A turn that is over, or asked nothing, stays as it is. */
  cancel(actionId: string): void;
}

/** Action ids are unique to every server, so that one map does for all. */
export function createCancellers(): Cancellers {
  const cancels = new Map<string, () => void>();
  return {
    exchange: (exchange) =>
      rewriteEvents((request) => {
        const mine: string[] = [];
        return (event) => {
          if (event.type === 'message.action_required') {
            const { action_id } = event.data;
            mine.push(action_id);
            cancels.set(action_id, () => void exchange(insteadOf(request, 'cancelTurn', {})));
          }
          if (ENDS.has(event.type)) for (const id of mine) cancels.delete(id);
          return [event];
        };
      })(exchange),
    cancel: (actionId) => cancels.get(actionId)?.(),
  };
}

const ENDS = new Set<string>(['message.completed', 'message.cancelled', 'message.error']);
