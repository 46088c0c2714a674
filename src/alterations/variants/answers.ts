import { randomUUID } from 'node:crypto';
import { INTERACTIONS, LISTS } from '../../../generated/operation-groups.js';
import type { Exchange, HttpRequest, JsonAnswer } from '../../reference/http/exchange.ts';
import { type Variant, variant, type Wrap } from '../alteration.ts';
import { answerInstead } from '../decorators/answer-instead.ts';
import { isSuccess } from '../decorators/answers.ts';
import { keyOf } from '../decorators/keys.ts';
import { EVERY } from '../decorators/operations.ts';
import { type Body, isObject } from '../decorators/requests.ts';
import { rewriteAnswers, rewriteStatus } from '../decorators/rewrite-answers.ts';
import { rewriteEvents } from '../decorators/rewrite-events.ts';
import { rewriteEverywhere } from '../decorators/rewrite-everywhere.ts';
import { rewriteBodies } from '../decorators/rewrite-requests.ts';

/** The service document states the status of the other two. */
const WITHOUT_STATED_STATUS = EVERY.filter((id) => id !== 'createSkill' && id !== 'cancelTurn');
/** More than any server reaches, but exact in JSON. */
const MANY_MESSAGES = 2 ** 40;

/** Ids, timestamps, statuses and headers that answers have in common. */
export const answerVariants: readonly Variant[] = [
  {
    ...variant(
      'A-12',
      'Every object in every answer and event has a member that no schema names.',
      rewriteEverywhere((value) =>
        isObject(value) ? { ...value, x_added_later: { nested: [1, null] } } : value,
      ),
    ),
    id: 'unknown-members',
  },
  variant(
    'A-13=plain-strings',
    'The ids of interactions, tools and tasks contain characters that most formats must escape.',
    markingIds,
  ),
  variant(
    'A-13=large-integers',
    'The ids of messages do not fit into 32 bits.',
    rewriteEverywhere((value, name) => {
      if (name === 'message_id' && Number.isInteger(value)) return value + MANY_MESSAGES;
      return value?.role === 'assistant' ? { ...value, id: value.id + MANY_MESSAGES } : value;
    }),
  ),
  // The offsets come first, since those below leave no milliseconds to recognise a timestamp by.
  variant(
    'A-14=zero-offset',
    'Timestamps have the offset +00:00 and microseconds.',
    rewriteTimestamps('$1$2000+00:00'),
  ),
  variant('A-14=hour-offset', 'Timestamps have the offset +00.', rewriteTimestamps('$1$2+00')),
  variant('A-14=no-offset', 'Timestamps are in UTC and have no offset.', rewriteTimestamps('$1$2')),
  variant('A-14=no-fraction', 'Timestamps have whole seconds.', rewriteTimestamps('$1$3')),
  variant('A-14=long-fraction', 'Timestamps have nanoseconds.', rewriteTimestamps('$1$2000000$3')),
  variant(
    'A-14=mixed-fractions',
    'Timestamps with an even number of milliseconds have whole seconds, cut off and not rounded.',
    rewriteTimestamps('$1$3', '$1$2$3'),
  ),
  variant(
    'A-07=created-chat-201',
    'Creating a chat answers 201.',
    rewriteStatus('createChat', (status) => (status === 200 ? 201 : status)),
  ),
  variant(
    'A-07=other-2xx',
    'Every success whose status is not stated answers 202.',
    rewriteStatus(WITHOUT_STATED_STATUS, (status) => (status === 200 ? 202 : status)),
  ),
  variant(
    'A-23=items-on-page',
    'The size in meta is the number of items on the page.',
    rewriteAnswers(LISTS, (body, answer) =>
      isSuccess(answer) ? { ...body, meta: { ...body.meta, size: body.data.length } } : body,
    ),
  ),
  variant(
    'A-23=unfiltered-total',
    'The total of a filtered list counts the whole list.',
    answerInstead('listChats', async (request, sound) => {
      const answer = await sound(request);
      if ('open' in answer || !isSuccess(answer) || request.query.is_favorite === undefined) return answer;
      const { is_favorite: _, ...query } = request.query;
      const whole = (await sound({ ...request, query })) as JsonAnswer;
      const body: Body = answer.body;
      return { ...answer, body: { ...body, meta: { ...body.meta, total: (whole.body as Body).meta.total } } };
    }),
  ),
  variant(
    'A-17=independent',
    'No two ids of requests are equal.',
    rewriteEverywhere((value, name) => (name === 'request_id' ? randomUUID() : value)),
  ),
  variant('A-17=original-kept', 'A replay has the id of the request that ran the turn.', (exchange) => {
    const first = new Map<string, string>();
    const firstOf = (request: HttpRequest) => {
      const name = `${request.header('authorization')} ${keyOf(request)}`;
      const id = first.get(name) ?? request.requestId;
      first.set(name, id);
      return id;
    };
    const inAnswers = rewriteAnswers('sendMessage', (body, { request, status }) =>
      status < 300 || status >= 500
        ? { ...body, meta: { ...body.meta, request_id: firstOf(request) } }
        : body,
    );
    const inEvents = rewriteEvents((request) => (event) => [
      event.type === 'message.start'
        ? { ...event, data: { ...event.data, request_id: firstOf(request) } }
        : event,
    ]);
    return inEvents(inAnswers(exchange));
  }),
  variant(
    'A-17=echoed',
    'Every answer has the id of the request and the idempotency key in its headers.',
    (exchange) => async (request) => {
      const key = request.header('idempotency-key');
      const answer = await exchange(request);
      const headers = {
        ...answer.headers,
        'x-request-id': request.requestId,
        ...(key !== undefined && { 'idempotency-key': key }),
      };
      return { ...answer, headers };
    },
  ),
];

/** A timestamp of the sound server, whose offset another variant may have changed. */
const TIMESTAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{3})(?:000)?(Z|\+00|\+00:00|)$/;

/**
 * Writes timestamps with an even number of milliseconds in one form, and others in another. `$1` stands for the part before the fraction,
 * `$2` for the milliseconds with their point, `$3` for the offset.
 */
function rewriteTimestamps(even: string, odd = even): Wrap {
  return rewriteEverywhere((value) =>
    typeof value === 'string'
      ? value.replace(TIMESTAMP, (_, seconds: string, fraction: string, offset: string) =>
          (Number(fraction.slice(1)) % 2 === 0 ? even : odd)
            .replace('$1', seconds)
            .replace('$2', fraction)
            .replace('$3', offset),
        )
      : value,
  );
}

const MARK = 'é "/\\+%2F';

/** Adds a prefix to ids when they leave the server, and removes it when a client sends them back. */
function markingIds(exchange: Exchange): Exchange {
  const marked = (id: string) => `${MARK}${id}`;
  const unmarked = (id: Body): Body => (typeof id === 'string' ? id.replace(MARK, '') : id);
  const leaving = rewriteEverywhere((value, name) =>
    (name === 'action_id' || name === 'tool_use_id' || name === 'task_id') && typeof value === 'string'
      ? marked(value)
      : name === 'agent_task_ids' && Array.isArray(value)
        ? value.map(marked)
        : value,
  );
  const coming = rewriteBodies(INTERACTIONS, (body) => ({
    ...body,
    ...('action_id' in body && { action_id: unmarked(body.action_id) }),
    ...(Array.isArray(body.decisions) && {
      decisions: body.decisions.map((decision: Body) => ({
        ...decision,
        tool_use_id: unmarked(decision?.tool_use_id),
      })),
    }),
  }));
  return coming(leaving(exchange));
}
