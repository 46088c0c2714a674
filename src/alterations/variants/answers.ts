import type { Exchange } from '../../reference/http/exchange.ts';
import { ANSWERS } from '../decorators/acting.ts';
import { rewriteAnswers, rewriteRequests, withBody } from '../decorators/rewrite.ts';
import { rewriteEverywhere } from '../decorators/rewrite-everywhere.ts';
import { type Body, EVERY, isSuccess } from '../decorators/told.ts';
import { LISTS } from './lists.ts';
import { inExchange, type Variant } from './variant.ts';

/** Only these have a status that is stated. */
const OPEN_STATUS = EVERY.filter((id) => id !== 'createSkill' && id !== 'cancelTurn');
/** More than any server counts here, and no more than JSON can carry. */
const MANY_MESSAGES = 2 ** 40;

/** What every answer is made of, where less is said of it than one might think. */
export const answerVariants: readonly Variant[] = [
  {
    id: 'unknown-members',
    openPoint: 'A-12',
    port: 'exchange',
    behaviour: 'Every object of every answer and event has a member that no schema names.',
    exchange: rewriteEverywhere((value) =>
      isObject(value) ? { ...value, x_added_later: { nested: [1, null] } } : value,
    ),
  },
  inExchange(
    'A-13=plain-strings',
    'The ids of interactions, tools and tasks are of an alphabet that needs quoting in every language.',
    otherIds,
  ),
  inExchange(
    'A-13=large-integers',
    'The ids of messages are larger than 32 bits can hold.',
    rewriteEverywhere((value, name) => {
      if (name === 'message_id' && Number.isInteger(value)) return value + MANY_MESSAGES;
      return value?.role === 'assistant' ? { ...value, id: value.id + MANY_MESSAGES } : value;
    }),
  ),
  inExchange(
    'A-14=zero-offset',
    'Moments are written with an offset and six digits of a second.',
    momentsAs('$1.$2000+00:00'),
  ),
  inExchange('A-14=no-fraction', 'Moments are written in whole seconds.', momentsAs('$1Z')),
  inExchange('A-14=long-fraction', 'Moments are written to the nanosecond.', momentsAs('$1.$2000000Z')),
  inExchange('A-14=no-offset', 'Moments are written without an offset, and are in UTC.', momentsAs('$1.$2')),
  inExchange(
    'A-07=created-chat-201',
    'Creating a chat is answered 201.',
    rewriteAnswers(
      'createChat',
      (body) => body,
      (status) => (status === 200 ? 201 : status),
    ),
  ),
  inExchange(
    'A-07=other-2xx',
    'Every success whose status is not stated is answered 202.',
    rewriteAnswers(
      OPEN_STATUS,
      (body) => body,
      (status) => (status === 200 ? 202 : status),
    ),
  ),
  inExchange(
    'A-23=items-on-page',
    'The size in meta is how many items the page has.',
    rewriteAnswers(LISTS, (body, answer) =>
      isSuccess(answer) ? { ...body, meta: { ...body.meta, size: body.data.length } } : body,
    ),
  ),
  inExchange(
    'A-17=echoed',
    'Every answer repeats the id of the request in a header, and the key that was sent.',
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

function isObject(value: Body): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const MOMENT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{3})Z$/;

function momentsAs(form: string): (exchange: Exchange) => Exchange {
  return rewriteEverywhere((value) => (typeof value === 'string' ? value.replace(MOMENT, form) : value));
}

const MARK = 'é "/\\+%2F';

/** Ids that leave the server with a mark, and come back with it. */
function otherIds(exchange: Exchange): Exchange {
  const marked = (id: string) => `${MARK}${id}`;
  const unmarked = (id: Body): Body => (typeof id === 'string' ? id.replace(MARK, '') : id);
  const leaving = rewriteEverywhere((value, name) =>
    (name === 'action_id' || name === 'tool_use_id' || name === 'task_id') && typeof value === 'string'
      ? marked(value)
      : name === 'agent_task_ids' && Array.isArray(value)
        ? value.map(marked)
        : value,
  );
  const coming = rewriteRequests([...ANSWERS, 'cancelTurn'], (request) =>
    withBody(request, (body) => ({
      ...body,
      ...('action_id' in body && { action_id: unmarked(body.action_id) }),
      ...(Array.isArray(body.decisions) && {
        decisions: body.decisions.map((decision: Body) => ({
          ...decision,
          tool_use_id: unmarked(decision?.tool_use_id),
        })),
      }),
    })),
  );
  return coming(leaving(exchange));
}
