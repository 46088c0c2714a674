import { type Breakage, breakage, type Wrap } from '../../alteration.ts';
import type { Body } from '../../decorators/requests.ts';
import { changeData, rewriteEvents } from '../../decorators/rewrite-events.ts';
import { rewriteSteps } from '../../decorators/rewrite-turns.ts';

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
  breakage(
    'steps.tool-calls.tool-use-id/skipped',
    'The step of a call that was refused shows it under another id.',
    inSkippedCalls((call) => ({ ...call, tool_use_id: `${call.tool_use_id}_skipped` })),
  ),
  breakage(
    'steps.tool-calls.input/skipped',
    'The step of a call that was refused shows no input.',
    inSkippedCalls((call) => ({ ...call, input: {} })),
  ),
  breakage(
    'steps.tool-calls.input/empty',
    'The steps show no input of calls.',
    rewriteSteps((steps) => changeCalls(steps, (call) => ({ ...call, input: {} }))),
  ),
  breakage(
    'steps.tool-calls.tool-use-id/shared',
    'All calls of a turn have the id of the first one.',
    rewriteSteps((steps) => {
      const first = steps.flatMap(({ tool_calls: calls = [] }) => calls)[0];
      return changeCalls(steps, (call) => ({ ...call, tool_use_id: first?.tool_use_id }));
    }),
  ),
  breakage(
    'agents.step.inside-task/skipped',
    'The step of a call that was refused does not name its task.',
    rewriteSteps((steps) => steps.map((step) => (isSkipped(step) ? { ...step, agent: undefined } : step))),
  ),
  breakage(
    'payloads.plan.title/cut',
    'The title of a plan is cut.',
    inPlans((plan) => ({ ...plan, title: plan.title.slice(0, 10) })),
  ),
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
  breakage(
    'payloads.plan.steps/reversed',
    'The steps of a plan are in the reverse order.',
    inPlans((plan) => ({ ...plan, steps: plan.steps.toReversed() })),
  ),
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
  breakage(
    'payloads.elicitation.requested-schema/nothing-required',
    'The schema of a question does not say which members it requires.',
    inPayloads(({ requested_schema: schema, ...payload }) => ({
      ...payload,
      ...(schema && { requested_schema: { ...schema, required: undefined } }),
    })),
  ),
];

function inPayloads(change: (payload: Body) => Body): Wrap {
  return changeData('message.action_required', (data) => ({ ...data, payload: change(data.payload) }));
}

function inPlans(change: (plan: Body) => Body): Wrap {
  return inPayloads((payload) => (payload.plan ? { ...payload, plan: change(payload.plan) } : payload));
}

function isSkipped({ status }: Body): boolean {
  return status === 'skipped';
}

function inSkippedCalls(change: (call: Body) => Body): Wrap {
  return rewriteSteps((steps) => changeCalls(steps, change, isSkipped));
}

function changeCalls(
  steps: readonly Body[],
  change: (call: Body) => Body,
  isMeant: (step: Body) => boolean = () => true,
): Body[] {
  return steps.map((step) =>
    step.tool_calls && isMeant(step) ? { ...step, tool_calls: step.tool_calls.map(change) } : step,
  );
}
