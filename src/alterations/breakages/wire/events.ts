import { randomUUID } from 'node:crypto';
import { OPERATIONS } from '../../../reference/http/operation.ts';
import { changeData } from '../../decorators/change-events.ts';
import { inExchange } from '../../decorators/in-exchange.ts';
import { rewriteAnswers } from '../../decorators/rewrite.ts';
import type { Breakage } from '../breakage.ts';

const EVERY = OPERATIONS.map(({ operationId }) => operationId);

/** What the judge of the wire holds every event and body to, done wrong in all of them. */
export const wireEventBreakages: readonly Breakage[] = [
  inExchange(
    'service.bodies.json-responses',
    'A success has no body.',
    rewriteAnswers(EVERY, (body, { status }) => (status < 300 ? undefined : body)),
  ),
  inExchange(
    'envelope.timestamps.utc',
    'Moments are told in the time of another zone.',
    rewriteAnswers(EVERY, (body) => withTimes(body, '+02:00')),
  ),
  inExchange(
    'envelope.timestamps.offset',
    'Moments are told without an offset.',
    rewriteAnswers(EVERY, (body) => withTimes(body, '')),
  ),
  inExchange(
    'events.start.chat-id-of-path',
    'A stream starts with the id of another chat.',
    changeData('message.start', (data) => ({ ...data, chat_id: randomUUID() })),
  ),
  inExchange(
    'events.ping.epoch-seconds',
    'A ping tells the time in milliseconds.',
    changeData('ping', ({ ts }) => ({ ts: ts * 1000 })),
  ),
  inExchange(
    'events.error.timeout-without-details',
    'A turn that timed out tells details.',
    changeData('message.error', (data) => (data.code === 'turn_timeout' ? { ...data, details: {} } : data)),
  ),
  inExchange(
    'events.error.upstream-not-retryable',
    'A turn that failed after it was dispatched is called retryable.',
    changeData('message.error', (data) =>
      data.code === 'upstream_error' ? { ...data, retryable: true } : data,
    ),
  ),
  inExchange(
    'events.error.agents-if-carried',
    'A turn with agents that fails does not tell whether it could delegate.',
    changeData('message.error', ({ agents: _, ...data }) => data),
  ),
  inExchange(
    'events.error.agent-runs-only-with-tasks/always',
    'Every turn that fails tells of tasks.',
    changeData('message.error', (data) => ({ ...data, agent_runs: data.agent_runs ?? [] })),
  ),
  inExchange(
    'payloads.elicitation.flat-schema',
    'A form has a form inside.',
    changeData('message.action_required', (data) =>
      data.kind === 'elicitation' ? { ...data, payload: nested(data.payload) } : data,
    ),
  ),
  inExchange(
    'agents.task.correlates',
    'A question of a task names a task that there is not.',
    changeData('message.action_required', (data) =>
      data.agent ? { ...data, agent: { ...data.agent, task_id: 'another' } } : data,
    ),
  ),
];

function nested(payload: ReturnType<Parameters<typeof changeData>[1]>): object {
  const { requested_schema: schema } = payload;
  const properties = { ...schema.properties, more: { type: 'object', properties: {} } };
  return { ...payload, requested_schema: { ...schema, properties } };
}

/** The body with another offset on every moment in it. */
function withTimes(body: unknown, offset: string): unknown {
  return JSON.parse(JSON.stringify(body ?? null), (_, value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
      ? `${value.slice(0, -1)}${offset}`
      : value,
  );
}
