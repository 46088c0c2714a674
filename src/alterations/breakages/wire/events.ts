import { type Breakage, breakage } from '../../alteration.ts';
import { isSuccess } from '../../decorators/answers.ts';
import { EVERY } from '../../decorators/operations.ts';
import type { Body } from '../../decorators/requests.ts';
import { ELSEWHERE } from '../../decorators/requests.ts';
import { rewriteAnswers } from '../../decorators/rewrite-answers.ts';
import { changeData, TURN_ENDS } from '../../decorators/rewrite-events.ts';
import { instead, times } from '../../decorators/values.ts';
import { shown } from '../kinds/shown.ts';

const inAnswers = rewriteAnswers(EVERY, inAnotherZone);
const inEvents = changeData([...TURN_ENDS, 'message.step'], inAnotherZone);

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
    'envelope.timestamps.utc/zone',
    'Timestamps are in the time of another zone, and say that they are in UTC.',
    (exchange) => inEvents(inAnswers(exchange)),
  ),
  breakage(
    'envelope.timestamps.offset',
    'Timestamps have no offset.',
    rewriteAnswers(EVERY, (body) => withOffset(body, '')),
  ),
  shown('events.start.chat-id-of-path', 'message.start', { chat_id: ELSEWHERE }),
  shown('events.ping.epoch-seconds', 'ping', { ts: times(1000) }),
  shown('events.error.timeout-without-details', 'message.error', { details: {} }, { code: 'turn_timeout' }),
  shown(
    'events.error.upstream-not-retryable',
    'message.error',
    { retryable: true },
    { code: 'upstream_error' },
  ),
  ...['turn_timeout', 'persistence_failed', 'outcome_unknown'].map((code) =>
    shown(`events.error.dispatched-not-retryable/${code}`, 'message.error', { retryable: true }, { code }),
  ),
  shown('events.error.agents-if-carried', 'message.error', { agents: undefined }),
  shown('events.error.agent-runs-only-with-tasks/always', 'message.error', {
    agent_runs: instead(undefined, []),
  }),
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
  shown('agents.task.correlates', 'message.action_required', { 'agent.task_id': 'another' }),
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
  return withTimestamps(body, (time) => `${time.slice(0, -1)}${offset}`);
}

/** Sets every timestamp in a body two hours ahead, as the clocks of Helsinki are. */
function inAnotherZone(body: unknown): unknown {
  return withTimestamps(body, (time) => new Date(Date.parse(time) + 2 * 3_600_000).toISOString());
}

function withTimestamps(body: unknown, change: (time: string) => string): unknown {
  return JSON.parse(JSON.stringify(body ?? null), (_, value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? change(value) : value,
  );
}
