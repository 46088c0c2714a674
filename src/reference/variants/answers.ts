import { rewriteAnswers, rewriteEvents } from '../breakages/rewrite.ts';
import { OPERATIONS, type OperationId } from '../http/operation.ts';
import type { Variant } from './variant.ts';

const EVERY: readonly OperationId[] = OPERATIONS.map(({ operationId }) => operationId);
/** Only these have a status that is stated. */
const OPEN_STATUS = EVERY.filter((id) => id !== 'createSkill' && id !== 'cancelTurn');

/** Statuses and bodies of which the service document says less than one might think. */
export const answerVariants: readonly Variant[] = [
  {
    id: 'A-07=201',
    openPoint: 'A-07',
    port: 'exchange',
    behaviour: 'Creating a chat is answered 201.',
    exchange: rewriteAnswers(
      'createChat',
      (body) => body,
      (status) => (status === 200 ? 201 : status),
    ),
  },
  {
    id: 'A-07=202',
    openPoint: 'A-07',
    port: 'exchange',
    behaviour: 'Every success whose status is not stated is answered 202.',
    exchange: rewriteAnswers(
      OPEN_STATUS,
      (body) => body,
      (status) => (status === 200 ? 202 : status),
    ),
  },
  {
    id: 'A-02=403',
    openPoint: 'A-02',
    port: 'exchange',
    behaviour: 'A request without a valid credential is answered 403, with a body that no envelope has.',
    exchange: rewriteAnswers(
      EVERY,
      (body) => (body?.message_code === 'api_v1_unauthenticated' ? { error: 'forbidden' } : body),
      (status) => (status === 401 ? 403 : status),
    ),
  },
  {
    id: 'A-03=bare',
    openPoint: 'A-03',
    port: 'exchange',
    behaviour: 'A failure carries nothing but what is promised: no status, no message, no request id.',
    exchange: rewriteAnswers(EVERY, (body, { status }) => (status < 400 ? body : bare(body))),
  },
  {
    id: 'A-03=null-data',
    openPoint: 'A-03',
    port: 'exchange',
    behaviour: 'A failure without facts has `data: null`, and its status reads `fail`.',
    exchange: rewriteAnswers(EVERY, (body, { status }) =>
      status < 400 ? body : { ...body, status: 'fail', data: body?.data ?? null },
    ),
  },
  {
    id: 'A-10=422',
    openPoint: 'A-10',
    port: 'exchange',
    behaviour: 'A body or a query that cannot be read is answered 422 with the code of the validation error.',
    exchange: rewriteAnswers(
      EVERY,
      (body) => (isInvalid(body) ? { ...body, message_code: 'api_v1_validation_error' } : body),
      (status, body) => (body?.message_code === 'api_v1_validation_error' ? 422 : status),
    ),
  },
  {
    id: 'A-09=404',
    openPoint: 'A-09',
    port: 'exchange',
    behaviour: 'A path with an id that is none is answered 404.',
    exchange: rewriteAnswers(
      EVERY,
      (body) =>
        isInvalid(body) && /_id is a/.test(body.message)
          ? { ...body, message_code: 'api_v1_not_found' }
          : body,
      (status, body) => (body?.message_code === 'api_v1_not_found' ? 404 : status),
    ),
  },
  {
    id: 'unknown-members',
    openPoint: 'A-12',
    port: 'exchange',
    behaviour: 'Every object of every answer and event has a member that no schema names.',
    exchange: (exchange) =>
      rewriteEvents(() => (event) => [{ ...event, data: withStrangers(event.data) }])(
        rewriteAnswers(EVERY, (body) => withStrangers(body))(exchange),
      ),
  },
  {
    id: 'A-14=offset',
    openPoint: 'A-14',
    port: 'exchange',
    behaviour: 'Moments are written with an offset and six digits of a second.',
    exchange: rewriteAnswers(EVERY, (body) => withOffsets(body)),
  },
  {
    id: 'A-108=always-true',
    openPoint: 'A-108',
    port: 'exchange',
    behaviour: 'Cancelling says `cancelled: true` even if nothing ran.',
    exchange: rewriteAnswers('cancelTurn', (body, { status }) =>
      status === 200 ? { ...body, data: { ...body.data, cancelled: true } } : body,
    ),
  },
  {
    id: 'A-118=null',
    openPoint: 'A-118',
    port: 'exchange',
    behaviour: 'A skill whose description or icon was not sent has null there.',
    exchange: rewriteAnswers(
      ['createSkill', 'getSkill', 'updateSkill', 'toggleSkill', 'listSkills'],
      (body) => nullEmpty(body),
    ),
  },
  {
    id: 'A-15=lean',
    openPoint: 'A-15',
    port: 'exchange',
    behaviour: 'The details of an outage have only what a row promises.',
    exchange: rewriteAnswers(EVERY, (body, { status }) => (status < 400 ? body : leanDetails(body))),
  },
];

// biome-ignore lint/suspicious/noExplicitAny: bodies of any shape
type Anything = any;

function isInvalid(body: Anything): boolean {
  return body?.message_code === 'api_v1_invalid_request';
}

function bare({ message_code, data, meta }: Anything): Anything {
  return {
    message_code,
    ...(data !== undefined && { data }),
    ...(meta?.error_details && { meta: { error_details: meta.error_details } }),
  };
}

function withStrangers(value: Anything): Anything {
  if (Array.isArray(value)) return value.map(withStrangers);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    OPAQUE.has(name) ? member : withStrangers(member),
  ]);
  return { ...Object.fromEntries(members), x_added_later: { nested: [1, null] } };
}

/** What belongs to the client comes back as it was. */
const OPAQUE = new Set(['metadata', 'input', 'requested_schema']);

const MOMENT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{3})Z$/;

function withOffsets(value: Anything): Anything {
  if (typeof value === 'string') return value.replace(MOMENT, '$1.$2000+00:00');
  if (Array.isArray(value)) return value.map(withOffsets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, OPAQUE.has(name) ? member : withOffsets(member)]),
  );
}

function nullEmpty(body: Anything): Anything {
  const change = (skill: Anything) => ({
    ...skill,
    description: skill.description || null,
    icon: skill.icon || null,
  });
  if (Array.isArray(body?.data)) return { ...body, data: body.data.map(change) };
  return body?.data?.instructions === undefined ? body : { ...body, data: change(body.data) };
}

function leanDetails(body: Anything): Anything {
  const details = body?.meta?.error_details;
  if (!details) return body;
  return { ...body, meta: { ...body.meta, error_details: { retry_action: details.retry_action } } };
}
