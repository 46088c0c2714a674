import type { Decision } from '../../reference/interactions/delivery.ts';
import { TIMERS } from '../../reference/timers.ts';
import { insteadOf, rewriteDelivery, rewriteDuration } from '../decorators/acting.ts';
import { actionIdOf } from '../decorators/asked.ts';
import { createCancellers } from '../decorators/cancellers.ts';
import { bodyOf, rewriteEvents } from '../decorators/rewrite.ts';
import { rewriteStore } from '../decorators/rewrite-store.ts';
import { carryingRequest, requestWorkedFor } from '../decorators/working-for.ts';
import { inExchange, inPort, type Variant } from './variant.ts';

const unanswered = createCancellers();
const refused = createCancellers();

/** What turns ask, for how long, and what they do when nobody answers, or not as they wish. */
export const askingVariants: readonly Variant[] = [
  inExchange(
    'A-76=no-plan-in-auto',
    'In auto mode a plan is approved by itself, and nobody is asked.',
    (exchange) =>
      rewriteEvents((request) => (event) => {
        const isMeant = event.type === 'message.action_required' && event.data.kind === 'plan_approval';
        if (!isMeant || bodyOf(request)?.permission_mode !== 'auto') return [event];
        const { action_id } = event.data;
        void exchange(insteadOf(request, 'respondPlan', { action_id, action: 'approve' }));
        return [];
      })(exchange),
  ),
  inExchange(
    'A-113=further-members',
    'A turn that needs a connection says where to make one.',
    rewriteEvents(() => (event) => {
      if (event.type !== 'message.action_required' || event.data.kind !== 'auth_required') return [event];
      const { resolution } = event.data.payload;
      const payload = { resolution, url: 'https://example.com/connect', provider: { name: 'calendar' } };
      return [{ ...event, data: { ...event.data, resolution, payload } }];
    }),
  ),
  inExchange(
    'A-114=other-types',
    'The steps of a plan are counted in words, and its notes are a list.',
    rewriteEvents(() => (event) => {
      if (event.type !== 'message.action_required' || event.data.kind !== 'plan_approval') return [event];
      const { plan } = event.data.payload;
      const steps = plan.steps.map((step) => ({ ...step, step: `step ${step.step}` }));
      return [
        { ...event, data: { ...event.data, payload: { plan: { ...plan, steps, notes: [plan.notes] } } } },
      ];
    }),
  ),
  inPort('A-102=forgotten', 'store', 'An interaction that was resolved is forgotten after its time.', {
    ports: rewriteStore('interactions', ({ change, find }, { clock }) => {
      const forgotten = new Set<string>();
      return {
        change(id, from, to) {
          const isChanged = change(id, from, to);
          if (isChanged && to === 'resolved') clock.after(TIMERS.interaction, () => forgotten.add(id));
          return isChanged;
        },
        find(id) {
          const interaction = find(id);
          return interaction && forgotten.has(id) ? { ...interaction, state: 'expired' } : interaction;
        },
      };
    }),
  }),
  inPort('A-103=later', 'clock', 'An interaction lives for 115 seconds, counted from its event.', {
    ports: rewriteDuration(TIMERS.interaction, 115_000),
  }),
  inPort('A-104=cancelled', 'store', 'When nobody answers in time, the turn is cancelled.', {
    exchange: unanswered.exchange,
    ports: rewriteStore('interactions', ({ change }) => ({
      change(id, from, to) {
        const isChanged = change(id, from, to);
        if (isChanged && to === 'expired') unanswered.cancel(id);
        return isChanged;
      },
    })),
  }),
  inPort('A-111=ends', 'delivery', 'Whoever refuses what a turn asks ends the turn.', {
    exchange: (exchange) => carryingRequest(refused.exchange(exchange)),
    ports: rewriteDelivery((delivery) => ({
      decide(decision, accept) {
        const request = requestWorkedFor();
        return delivery.decide(decision, (accepted) => {
          accept(accepted);
          if (request && isRefusal(accepted)) refused.cancel(actionIdOf(request));
        });
      },
    })),
  }),
];

function isRefusal(decision: Decision): boolean {
  switch (decision.kind) {
    case 'tool_approval':
      return [...decision.approved.values()].includes(false);
    case 'plan_approval':
      return decision.action === 'reject';
    case 'elicitation':
      return decision.action !== 'accept';
    // Without its connector a turn goes on, as section 4.4 says.
    case 'auth_required':
      return false;
  }
}
