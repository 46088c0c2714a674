import { randomUUID } from 'node:crypto';
import { type Breakage, breakage } from '../../alteration.ts';
import { isSuccess } from '../../decorators/answers.ts';
import { EVERY } from '../../decorators/operations.ts';
import type { Body } from '../../decorators/requests.ts';
import { rewriteAnswers } from '../../decorators/rewrite-answers.ts';
import { changeData } from '../../decorators/rewrite-events.ts';

/** Single events and bodies. */
export const wireEventBreakages: readonly Breakage[] = [
  breakage(
    'service.bodies.json-responses',
    'A success has no body.',
    rewriteAnswers(EVERY, (body, answer) => (isSuccess(answer) ? undefined : body)),
  ),
  breakage(
    'envelope.timestamps.utc',
    'Timestamps have the offset of another time zone.',
    rewriteAnswers(EVERY, (body) => withOffset(body, '+02:00')),
  ),
  breakage(
    'envelope.timestamps.offset',
    'Timestamps have no offset.',
    rewriteAnswers(EVERY, (body) => withOffset(body, '')),
  ),
  breakage(
    'events.start.chat-id-of-path',
    'message.start has the id of another chat.',
    changeData('message.start', (data) => ({ ...data, chat_id: randomUUID() })),
  ),
  breakage(
    'events.ping.epoch-seconds',
    'A ping has its time in milliseconds.',
    changeData('ping', ({ ts }) => ({ ts: ts * 1000 })),
  ),
  breakage(
    'events.error.timeout-without-details',
    'The event of a turn that timed out has details.',
    changeData('message.error', (data) => (data.code === 'turn_timeout' ? { ...data, details: {} } : data)),
  ),
  breakage(
    'events.error.upstream-not-retryable',
    'The event of a turn that failed after its dispatch is retryable.',
    changeData('message.error', (data) =>
      data.code === 'upstream_error' ? { ...data, retryable: true } : data,
    ),
  ),
  ...['turn_timeout', 'persistence_failed', 'outcome_unknown'].map((code) =>
    breakage(
      `events.error.dispatched-not-retryable/${code}`,
      `The event of a turn that failed with ${code} is retryable.`,
      changeData('message.error', (data) => (data.code === code ? { ...data, retryable: true } : data)),
    ),
  ),
  breakage(
    'events.error.agents-if-carried',
    'The event of a failed turn with agents does not say whether it could delegate.',
    changeData('message.error', ({ agents: _, ...data }) => data),
  ),
  breakage(
    'events.error.agent-runs-only-with-tasks/always',
    'The event of every failed turn has agent_runs.',
    changeData('message.error', (data) => ({ ...data, agent_runs: data.agent_runs ?? [] })),
  ),
  breakage(
    'payloads.elicitation.flat-schema',
    'The requested schema of an elicitation contains a nested object.',
    changeData('message.action_required', (data) =>
      data.kind === 'elicitation' ? { ...data, payload: nested(data.payload) } : data,
    ),
  ),
  breakage(
    'payloads.plan.step-tool',
    'A step of a plan that uses no tool names an empty one.',
    changeData('message.action_required', (data) =>
      data.kind === 'plan_approval' ? { ...data, payload: withEmptyTools(data.payload) } : data,
    ),
  ),
  breakage(
    'agents.task.correlates',
    'The interaction of a task names a task that does not exist.',
    changeData('message.action_required', (data) =>
      data.agent ? { ...data, agent: { ...data.agent, task_id: 'another' } } : data,
    ),
  ),
];

function nested(payload: Body): object {
  const { requested_schema: schema } = payload;
  const properties = { ...schema.properties, more: { type: 'object', properties: {} } };
  return { ...payload, requested_schema: { ...schema, properties } };
}

function withEmptyTools(payload: Body): object {
  const { plan } = payload;
  return { ...payload, plan: { ...plan, steps: plan.steps.map((step: Body) => ({ tool: '', ...step })) } };
}

/** Replaces the offset of every timestamp in a body. */
function withOffset(body: unknown, offset: string): unknown {
  return JSON.parse(JSON.stringify(body ?? null), (_, value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
      ? `${value.slice(0, -1)}${offset}`
      : value,
  );
}
