import { isInteger } from '../../../exact-json/exact-number.ts';
import { isObject, isSameJson, type JsonObject, objectsIn } from '../../judge/json.ts';
import { SENDS } from '../../judge/operations.ts';
import {
  always,
  both,
  code,
  is4xx,
  isAccepted,
  isRefused,
  OTHER,
  type Question,
  status,
  type Test,
} from '../question.ts';
import type { RunFacts } from '../run-facts.ts';
import type { Seen } from '../seen.ts';

const MINUTE = 60_000;
/** How late the deadline of a turn may be, in milliseconds of the service's time. */
const LATE = 5000;
const OTHER_ATTACHMENTS = ['workspace_ids', 'file_ids', 'skill_ids', 'mcp_server_ids'];
const UNKNOWN_OUTCOMES: readonly unknown[] = ['outcome_unknown', 'idempotency_outcome_unknown'];
/** The refusals that come as JSON before the stream opens by the list of section 7, and those that say nothing about that list. */
const LISTED_BEFORE_STREAM: readonly unknown[] = [
  'api_v1_chat_busy',
  'api_v1_idempotency_conflict',
  'api_token_resource_not_allowed',
  'api_v1_agent_not_available',
  'api_v1_too_many_agents',
  'api_v1_validation_error',
  'api_v1_agents_disabled',
  'api_v1_agents_unavailable',
  'api_v1_idempotency_key_required',
  'api_v1_content_too_long',
];

/** How turns are refused, run, cut off and repeated. */
export const turnQuestions: readonly Question[] = [
  {
    point: 'A-11',
    on: SENDS,
    when: ({ sent: { attachments } }) =>
      isObject(attachments) &&
      OTHER_ATTACHMENTS.some((name) => hasNotPositive(attachments[name])) &&
      !hasNotPositive(attachments.agent_ids),
    readings: { 'turn-body': both(status(422), code('api_v1_validation_error')), 'agent-ids': is4xx },
  },
  {
    point: 'A-40',
    on: SENDS,
    when: ({ sent: { permission_mode: mode } }) =>
      typeof mode === 'string' && mode !== 'auto' && mode !== 'manual',
    readings: {
      'not-auto': ({ operation, status }) => operation === 'sendMessage' && status === 409,
      validation: isRefused,
      'lenient-stream': ({ operation, isAccepted }) => operation === 'streamMessage' && isAccepted,
    },
    unless: ['validation'],
  },
  {
    point: 'A-45',
    on: SENDS,
    when: ({ sent, turn }) => isSameJson(sent.metadata, {}) && turn !== undefined,
    readings: { 'empty-as-null': ({ turn }) => turn?.metadata === null },
  },
  {
    point: 'A-45',
    on: SENDS,
    when: ({ sent, turn }) => isObject(sent.metadata) && turn !== undefined,
    readings: { 'json-value': ({ sent, turn }) => isSameJson(sent.metadata, turn?.metadata) },
  },
  {
    point: 'A-48',
    on: SENDS,
    when: (seen) => seen.isAboutPoint('A-48') && isObject(seen.sent.attachments),
    readings: {
      'not-allowed': both(status(403), code('api_token_resource_not_allowed')),
      'not-found': status(404),
      validation: status(422),
      [OTHER]: is4xx,
    },
  },
  {
    point: 'A-53',
    on: ['sendMessage'],
    when: (seen, run) => run.firstSend(seen) === undefined,
    readings: {
      message: ({ turn }) => turn?.status === 'cancelled',
      failure: ({ id, sentAt, at, status }, run) =>
        status >= 400 &&
        (run.chat(id)?.cancels ?? []).some(
          (each) => each.isSuccess && each.sentAt > sentAt && each.sentAt < at,
        ),
    },
  },
  {
    point: 'A-55',
    on: ['streamMessage'],
    readings: {
      'same-deadline': ({ sentAt, end }, run) =>
        end?.data.code === 'turn_timeout' && Math.abs(run.span(sentAt, end.at) - 30 * MINUTE) < 3 * MINUTE,
      'longer-deadline': ({ start, end, sentAt, exchange }, run) =>
        end?.data.code !== 'turn_timeout' &&
        start !== undefined &&
        run.span(sentAt, exchange.endedAt ?? 0) > 30 * MINUTE + LATE,
    },
  },
  {
    point: 'A-56',
    on: ['sendMessage'],
    readings: {
      'any-interaction': code('interaction_in_auto_mode'),
      'auto-declined': (seen) => seen.isSuccess && seen.isAboutPoint('A-56'),
    },
  },
  {
    point: 'A-57',
    on: ['listMessages'],
    readings: {
      'error-status': showsCut('error'),
      'cancelled-status': showsCut('cancelled'),
    },
  },
  {
    point: 'A-58',
    on: ['sendMessage'],
    when: (seen, run) => {
      const first = run.firstSend(seen);
      return seen.status >= 500 && first?.status === seen.status && first.code === seen.code;
    },
    readings: {
      identical: (seen, run) => run.firstSend(seen)?.meta.request_id === seen.meta.request_id,
      'fresh-request-ids': () => true,
    },
  },
  {
    point: 'A-59',
    on: SENDS,
    when: (seen, run) => run.models(seen) !== undefined && typeof modelOf(seen.turn) === 'string',
    readings: {
      code: (seen, run) => run.models(seen)?.code.has(modelOf(seen.turn)) ?? false,
      name: (seen, run) => run.models(seen)?.name.has(modelOf(seen.turn)) ?? false,
      'provider-id': always,
    },
  },
  {
    point: 'A-60',
    on: ['streamMessage'],
    when: ({ actor }) => actor !== 'none',
    readings: {
      'not-exhaustive': both(is4xx, (seen) => !LISTED_BEFORE_STREAM.includes(seen.code)),
      closed: ({ isRefusedInStream, end }) =>
        isRefusedInStream && !LISTED_BEFORE_STREAM.includes(end?.data.code),
    },
  },
  {
    point: 'A-63',
    on: SENDS,
    when: (seen, run) => {
      const first = run.firstSend(seen);
      return first !== undefined && first.operation !== seen.operation && isOver(first, seen);
    },
    readings: {
      shared: (seen, run) => seen.isAccepted && seen.turnId === run.firstSend(seen)?.turnId,
      conflict: status(409),
      separate: isAccepted,
    },
  },
  {
    point: 'A-65',
    on: SENDS,
    when: (seen, run) => {
      const first = run.firstSend(seen);
      return first !== undefined && !isOver(first, seen) && !isSameJson(first.sent, seen.sent);
    },
    readings: {
      conflict: code('api_v1_idempotency_conflict'),
      'in-progress': code('api_v1_turn_in_progress'),
    },
  },
  {
    point: 'A-68',
    on: ['streamMessage'],
    when: (seen, run) => {
      const first = firstStream(seen, run);
      return (
        seen.end?.type === 'message.completed' &&
        hasContent(seen.turn) &&
        first !== undefined &&
        first.length > 1
      );
    },
    readings: {
      'start-and-terminal': (seen) => progressOf(seen).length === 0,
      'all-events': (seen, run) => progressOf(seen).length === firstStream(seen, run)?.length,
      'start-delta-terminal': (seen) => progressOf(seen).length === 1,
    },
  },
  {
    point: 'A-69',
    on: SENDS,
    when: (seen, run) => UNKNOWN_OUTCOMES.includes(failureOf(run.firstSend(seen))),
    readings: {
      'same-error': (seen, run) => failureOf(seen) === failureOf(run.firstSend(seen)),
      recovered: ({ isAccepted }) => isAccepted,
    },
    unless: ['same-error'],
  },
  {
    point: 'A-138',
    on: SENDS,
    when: (seen) => seen.isAboutPoint('A-138') && seen.turn !== undefined,
    readings: {
      run: ({ turn }) => objectsIn(turn?.steps).some((step) => objectsIn(step.tool_calls).length > 0),
      skip: always,
    },
  },
];

function hasNotPositive(ids: unknown): boolean {
  return Array.isArray(ids) && ids.some((id) => isInteger(id) && id < 1);
}

function modelOf(turn: JsonObject | undefined): unknown {
  return isObject(turn?.usage) ? turn.usage.model : undefined;
}

/** Whether a listing shows a turn that was cut at an interaction with this status. */
function showsCut(wanted: string): Test {
  return ({ id, items }, run) => {
    const cut = run.chat(id)?.turns.filter(({ failure }) => failure === 'interaction_in_auto_mode') ?? [];
    return items.some((item) => item.status === wanted && cut.some((turn) => turn.id === item.id));
  };
}

/** Whether the outcome of the first send had arrived when a later one was sent. */
function isOver(first: Seen, later: Seen): boolean {
  const isComplete = first.isStream ? first.end !== undefined : first.exchange.end === 'server';
  return isComplete && first.at <= later.sentAt;
}

/** The code with which a turn failed. */
function failureOf(seen: Seen | undefined): unknown {
  return seen?.isStream ? seen.end?.data.code : (seen?.data.code ?? seen?.code);
}

function progressOf({ events }: Seen): readonly unknown[] {
  return events.filter(({ type }) => type === 'message.delta' || type === 'message.step');
}

function hasContent(turn: JsonObject | undefined): boolean {
  return typeof turn?.content === 'string' && turn.content !== '';
}

/** The deltas and steps of the stream that a stream repeats. */
function firstStream(seen: Seen, run: RunFacts): readonly unknown[] | undefined {
  const first = run.firstSend(seen);
  return first?.isStream && isOver(first, seen) ? progressOf(first) : undefined;
}
