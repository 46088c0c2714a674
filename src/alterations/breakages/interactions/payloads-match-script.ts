import { type Breakage, breakage, type Wrap } from '../../alteration.ts';
import type { Body } from '../../decorators/requests.ts';
import { changeData, rewriteEvents } from '../../decorators/rewrite-events.ts';
import { rewriteSteps } from '../../decorators/rewrite-turns.ts';
import { before, first, reversed } from '../../decorators/values.ts';
import { shown } from '../kinds/shown.ts';

/** Interactions and steps that do not match what the model or the connector does. */
export const payloadBreakages: readonly Breakage[] = [
  ...(['name', 'input'] as const).map((member) =>
    breakage(
      `payloads.tool-approval.${member}/first`,
      `Every tool of an approval has the ${member} of the first one.`,
      inPayloads(({ tools, ...payload }) => ({
        ...payload,
        ...(tools && { tools: tools.map((tool: Body) => ({ ...tool, [member]: tools[0][member] })) }),
      })),
    ),
  ),
  shown(
    'steps.tool-calls.tool-use-id/skipped',
    'steps',
    { 'tool_calls.[].tool_use_id': before('_skipped') },
    { status: 'skipped' },
  ),
  shown('steps.tool-calls.input/skipped', 'steps', { 'tool_calls.[].input': {} }, { status: 'skipped' }),
  shown('steps.tool-calls.input/empty', 'steps', { 'tool_calls.[].input': {} }),
  breakage(
    'steps.tool-calls.tool-use-id/shared',
    'All calls of a turn have the id of the first one.',
    rewriteSteps((steps) => {
      const first = steps.flatMap(({ tool_calls: calls = [] }) => calls)[0];
      return changeCalls(steps, (call) => ({ ...call, tool_use_id: first?.tool_use_id }));
    }),
  ),
  shown('agents.step.inside-task/skipped', 'steps', { agent: undefined }, { status: 'skipped' }),
  shown('payloads.plan.title/cut', 'message.action_required', { 'payload.plan.title': first(10) }),
  ...(
    [
      ['context', 'notes'],
      ['notes', 'context'],
    ] as const
  ).map(([member, other]) =>
    breakage(
      `payloads.plan.${member}/${other}`,
      `The ${member} of a plan are its ${other}.`,
      inPlans((plan) => ({ ...plan, [member]: plan[other] })),
    ),
  ),
  shown('payloads.plan.steps/reversed', 'message.action_required', { 'payload.plan.steps': reversed }),
  breakage(
    'payloads.plan.step-tool/first-step-only',
    'Only the first step of a plan shows its tool.',
    inPlans((plan) => ({
      ...plan,
      steps: plan.steps.map(({ tool, ...step }: Body, index: number) =>
        index === 0 && tool !== undefined ? { ...step, tool } : step,
      ),
    })),
  ),
  breakage(
    'payloads.elicitation.message/first',
    'Every question of a turn has the message of the first one.',
    rewriteEvents(() => {
      let first: unknown;
      return (event) => {
        if (event.type !== 'message.action_required' || event.data.kind !== 'elicitation') return [event];
        const { payload } = event.data;
        first ??= payload.message;
        return [{ ...event, data: { ...event.data, payload: { ...payload, message: first } } }];
      };
    }),
  ),
  shown('payloads.elicitation.requested-schema/nothing-required', 'message.action_required', {
    'payload.requested_schema.required': undefined,
  }),
];

function inPayloads(change: (payload: Body) => Body): Wrap {
  return changeData('message.action_required', (data) => ({ ...data, payload: change(data.payload) }));
}

function inPlans(change: (plan: Body) => Body): Wrap {
  return inPayloads((payload) => (payload.plan ? { ...payload, plan: change(payload.plan) } : payload));
}

function changeCalls(steps: readonly Body[], change: (call: Body) => Body): Body[] {
  return steps.map((step) => (step.tool_calls ? { ...step, tool_calls: step.tool_calls.map(change) } : step));
}
