import type { Decision } from '../../reference/interactions/delivery.ts';
import { TIMERS } from '../../reference/timers.ts';
import { type Variant, variant } from '../alteration.ts';
import { createCancellers } from '../decorators/cancellers.ts';
import { carryingRequest, inDelivery, inDuration, inStore, requestWorkedFor } from '../decorators/ports.ts';
import { actionIdOf, type Body, bodyOf, insteadOf } from '../decorators/requests.ts';
import { changeData, rewriteEvents } from '../decorators/rewrite-events.ts';

const refused = createCancellers();

/** What turns ask, how long they wait, and what happens without a positive answer. */
export const askingVariants: readonly Variant[] = [
  variant(
    'A-76=no-plan-in-auto',
    'In auto mode, the server approves every plan and asks no client.',
    (exchange) =>
      rewriteEvents((request) => (event) => {
        const isPlan = event.type === 'message.action_required' && event.data.kind === 'plan_approval';
        if (!isPlan || bodyOf(request)?.permission_mode !== 'auto') return [event];
        const { action_id } = event.data;
        void exchange(insteadOf(request, 'respondPlan', { action_id, action: 'approve' }));
        return [];
      })(exchange),
  ),
  variant(
    'A-113=further-members',
    'A turn that needs a connection says where the user can make it.',
    changeAsked('auth_required', (data) => {
      const { resolution } = data.payload;
      const payload = { resolution, url: 'https://example.com/connect', provider: { name: 'calendar' } };
      return { ...data, resolution, payload };
    }),
  ),
  variant(
    'A-113=resolution-only',
    'A turn that needs a connection does not say which one.',
    changeAsked('auth_required', (data) => ({ ...data, payload: { resolution: data.payload.resolution } })),
  ),
  variant(
    'A-114=other-types',
    'The steps of a plan are numbered with strings, and its notes are a list.',
    changeAsked('plan_approval', (data) => {
      const { plan } = data.payload;
      const steps = plan.steps.map((step: Body) => ({ ...step, step: `step ${step.step}` }));
      return { ...data, payload: { plan: { ...plan, steps, notes: [plan.notes] } } };
    }),
  ),
  variant(
    'A-114=null-notes',
    'A plan has no notes.',
    changeAsked('plan_approval', (data) => ({
      ...data,
      payload: { plan: { ...data.payload.plan, notes: null } },
    })),
  ),
  variant(
    'A-102=forgotten',
    'A resolved interaction is forgotten after 110 seconds, or at the end of its turn.',
    inStore('interactions', ({ change, find }, { clock, store: { turns } }) => {
      const forgotten = new Set<string>();
      const hasEnded = (turnId: number) => turns.find(turnId)?.close !== undefined;
      return {
        change(id, from, to) {
          const isChanged = change(id, from, to);
          if (isChanged && to === 'resolved') clock.after(TIMERS.interaction, () => forgotten.add(id));
          return isChanged;
        },
        find(id) {
          const interaction = find(id);
          if (interaction?.state !== 'resolved') return interaction;
          return forgotten.has(id) || hasEnded(interaction.turnId)
            ? { ...interaction, state: 'expired' }
            : interaction;
        },
      };
    }),
  ),
  variant(
    'A-103=later',
    'An interaction expires 115 seconds after its event.',
    inDuration(TIMERS.interaction, 115_000),
  ),
  variant('A-111=ends', 'A negative answer to an interaction cancels the turn.', {
    ...inDelivery((delivery) => ({
      decide(decision, accept) {
        const request = requestWorkedFor();
        return delivery.decide(decision, (accepted) => {
          accept(accepted);
          if (request && isRefusal(accepted)) refused.cancel(actionIdOf(request));
        });
      },
    })),
    exchange: (exchange) => carryingRequest(refused.exchange(exchange)),
  }),
];

/** Changes the data of interactions of one kind. */
function changeAsked(kind: string, change: (data: Body) => Body) {
  return changeData('message.action_required', (data) => (data.kind === kind ? change(data) : data));
}

function isRefusal(decision: Decision): boolean {
  switch (decision.kind) {
    case 'tool_approval':
      return [...decision.approved.values()].includes(false);
    case 'plan_approval':
      return decision.action === 'reject';
    case 'elicitation':
      return decision.action !== 'accept';
    // A turn continues without its connector (section 4.4).
    case 'auth_required':
      return false;
  }
}
