import { type PortChange, type Variant, variant, type Wrap } from '../alteration.ts';
import { createCancellers } from '../decorators/cancellers.ts';
import { inStore } from '../decorators/ports.ts';
import { rewriteEvents } from '../decorators/rewrite-events.ts';
import { rewriteListed } from '../decorators/rewrite-turns.ts';

const cancelled = createCancellers();
const failed = createCancellers();

/** What happens to a turn whose interaction expires. */
export const expiryVariants: readonly Variant[] = [
  variant('A-104=cancelled', 'A turn is cancelled when its interaction expires.', {
    ...onExpiry((actionId) => cancelled.cancel(actionId)),
    exchange: cancelled.exchange,
  }),
  variant('A-104=fails', 'A turn fails when its interaction expires.', failingOnExpiry()),
];

function onExpiry(act: (actionId: string) => void): PortChange {
  return inStore('interactions', ({ change }) => ({
    change(id, from, to) {
      const isChanged = change(id, from, to);
      if (isChanged && to === 'expired') act(id);
      return isChanged;
    },
  }));
}

/** Cancels the turn, but shows everyone a failed turn. */
function failingOnExpiry(): PortChange {
  // Action ids are unique across servers, so one map serves all of them.
  const owners = new Map<string, () => void>();
  const showing: Wrap = (exchange) => {
    const turns = new Set<number>();
    const inStreams = rewriteEvents(() => {
      let id = 0;
      return (event) => {
        if (event.type === 'message.start') id = event.data.message_id;
        if (event.type === 'message.action_required') owners.set(event.data.action_id, () => turns.add(id));
        if (event.type !== 'message.cancelled' || !turns.has(id)) return [event];
        const { agent_runs: runs, agents } = event.data;
        const data = { code: 'upstream_error', message: 'Nobody answered.', retryable: false };
        const further = { ...(runs.length > 0 && { agent_runs: runs }), ...(agents && { agents }) };
        return [{ type: 'message.error', data: { ...data, ...further } }];
      };
    })(exchange);
    return rewriteListed((turn) => (turns.has(turn.id) ? { ...turn, status: 'error' } : turn))(inStreams);
  };
  return {
    ...onExpiry((actionId) => {
      owners.get(actionId)?.();
      failed.cancel(actionId);
    }),
    exchange: (exchange) => showing(failed.exchange(exchange)),
  };
}
