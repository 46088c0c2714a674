import type { RequirementId } from '../../../generated/ids.d.ts';
import { isInteger, isSameScalar } from '../../exact-json/exact-number.ts';
import { type Contrast, contrastValues, describe } from '../judge/excerpt.ts';
import { isObject, isSameJson, type JsonObject, objectsIn } from '../judge/json.ts';
import type { Journey } from './journey.ts';
import { isSend } from './rules/keys.ts';
import type { ClientClaim, Course } from './rules/rule.ts';
import type { Seen } from './seen.ts';
import type { Told, ToldMember } from './task.ts';

/** The requirements that judge a member of what the driver understood, where it is not the first row of the journey. */
const ROW_OF_MEMBER: Partial<Record<ToldMember, RequirementId>> = {
  message_id: 'messages.id.integer',
  total_tokens: 'usage.agent-tokens.not-added-again',
  sources: 'messages.sources.chunks-used',
  metadata: 'messages.metadata.echoed',
  finished_tasks: 'agents.delegated.not-finished',
  failure: 'failures.code.message-code',
};
const FAILURE_IN_STREAM = 'events.error.code';
const NOT_AWAITED = 'idempotency.key.running-or-stored';

/** All rows that judge what a driver understood, apart from the first row of its journey. */
export const ROWS_OF_MEMBERS: readonly RequirementId[] = [
  ...Object.values(ROW_OF_MEMBER),
  FAILURE_IN_STREAM,
  NOT_AWAITED,
];

/** Failures after which the turn may yet have ended well, so that a client may know better. */
const UNDECIDED: ReadonlySet<unknown> = new Set([
  'persistence_failed',
  'outcome_unknown',
  'idempotency_outcome_unknown',
  'api_v1_core_unavailable',
  'api_v1_turn_in_progress',
  'api_v1_chat_busy',
]);

/** What the service told the client at last about a turn. */
interface Outcome {
  readonly at: Seen;
  readonly status: string;
  /** The message of a turn that ended; the failure otherwise. */
  readonly message: JsonObject;
  /** The codes by which a client may name a failure. */
  readonly codes: readonly unknown[];
}

/** Compares what a driver understood with what the service told its client. */
export function judgeTold(course: Course, told: Told): readonly ClientClaim[] {
  const { journey, seen } = course;
  if (journey.task === 'chats') return judgeIds(course, told);
  const outcome = (journey.task === 'leave' ? listedIn(seen) : undefined) ?? outcomeOf(seen);
  if (!outcome) return judgeGivingUp(course, told);
  if (outcome.codes.includes(STILL_RUNNING) && told.status === 'failed') return [notAwaited(outcome)];
  if (outcome.codes.some((code) => UNDECIDED.has(code))) return [];
  return expectedOf(outcome, course).flatMap(([member, expected]) => {
    const actual = told[member];
    if (actual === undefined || (actual === null && member === 'failure')) return [];
    return claim(journey, member, outcome.at, { expected, actual, isMet: isSaid(member, expected, actual) });
  });
}

/** A client that has not seen the end of its turn does not know its outcome, and one that leaves a turn that goes on has given up. */
function judgeGivingUp({ journey, seen }: Course, { status, failure }: Told): readonly ClientClaim[] {
  const at = seen.findLast(isSend);
  if (at && (status === 'completed' || status === 'cancelled'))
    return [
      {
        row: journey.rows[0],
        isMet: false,
        at,
        expected: 'the client waits for the end of the turn',
        actual: `it says ${status} without one`,
      },
    ];
  if (at?.exchange.end !== 'client' || status !== 'failed' || journey.task === 'leave') return [];
  const actual = `it closed the connection, and failed with ${describe(failure)}`;
  return [{ row: journey.rows[0], isMet: false, at, expected: 'the client gets the answer', actual }];
}

const STILL_RUNNING = 'api_v1_turn_in_progress';

function notAwaited({ at }: Outcome): ClientClaim {
  return {
    row: NOT_AWAITED,
    isMet: false,
    at,
    expected: `after 409 ${STILL_RUNNING}, the client asks again until the turn is over`,
    actual: 'it took the refusal for the outcome',
    isOmission: true,
  };
}

type Expectation = readonly [member: ToldMember, value: unknown];

function expectedOf({ status, message, codes }: Outcome, { seen, journey }: Course): Expectation[] {
  if (status === 'failed')
    return [
      ['status', 'failed'],
      ['failure', codes],
    ];
  const { content, id, usage, sources } = message;
  const { total_tokens: total, agent_tokens: part } = isObject(usage) ? usage : {};
  return [
    ['status', status],
    ['text', content],
    ['message_id', id],
    // As it was to be sent: a client may damage it on both ways.
    ['metadata', journey.body?.metadata],
    ['sources', objectsIn(sources).length],
    ...(part === undefined ? [] : [['total_tokens', total] as const]),
    ...(delegates(seen) ? [['finished_tasks', 0] as const] : []),
  ].filter(([, value]) => value !== undefined) as Expectation[];
}

/** Whether a stream has shown that its turn delegated while none of its tasks had ended. */
function delegates(seen: readonly Seen[]): boolean {
  return seen.some(({ events }) =>
    events.some(({ data }) => objectsIn(data.steps).some(({ key }) => key === 'agents_delegated')),
  );
}

/** A failure has several codes; an id may be told as text, since not every language has such numbers. */
function isSaid(member: ToldMember, expected: unknown, actual: unknown): boolean {
  if (member === 'failure') return (expected as readonly unknown[]).includes(actual);
  if (member === 'message_id' && typeof actual === 'string') return actual === String(expected);
  return isInteger(expected) ? isSameScalar(expected, actual) : isSameJson(expected, actual);
}

function claim(
  journey: Journey,
  member: ToldMember,
  at: Seen,
  {
    expected,
    actual,
    isMet,
  }: { readonly expected: unknown; readonly actual: unknown; readonly isMet: boolean },
): ClientClaim {
  return {
    row: rowOf(member, at) ?? journey.rows[0],
    isMet,
    at,
    ...(isMet ? { expected: '', actual: '' } : contrast(member, expected, actual)),
  };
}

function rowOf(member: ToldMember, { terminal }: Seen): RequirementId | undefined {
  return member === 'failure' && terminal ? FAILURE_IN_STREAM : ROW_OF_MEMBER[member];
}

function contrast(member: ToldMember, expected: unknown, actual: unknown): Contrast {
  const values = contrastValues(expected, actual);
  return { ...values, expected: `the client understands ${member} as ${values.expected}` };
}

/** What the last answer that a client got whole says of its turn. */
function outcomeOf(seen: readonly Seen[]): Outcome | undefined {
  for (const at of seen.toReversed()) {
    const { terminal, data, code, isSuccess } = at;
    if (!isSend(at)) continue;
    if (terminal) return endOf(at, terminal.type, terminal.data);
    if (!at.isWhole) return undefined;
    if (isSuccess && typeof data.content === 'string')
      return { at, status: String(data.status ?? 'completed'), message: data, codes: [] };
    if (!isSuccess && code !== undefined)
      return { at, status: 'failed', message: at.answer, codes: [code, data.code].filter(Boolean) };
    return undefined;
  }
  return undefined;
}

/** What the last page that shows the turn of the client says of it. */
function listedIn(seen: readonly Seen[]): Outcome | undefined {
  const begun = seen.flatMap(({ events }) => events).find(({ type }) => type === 'message.start');
  const shown = seen
    .filter(({ operation, isSuccess }) => operation === 'listMessages' && isSuccess)
    .flatMap((at) => objectsIn(at.answer.data).map((message) => ({ at, message })))
    .findLast(({ message }) => isSameScalar(message.id, begun?.data.message_id));
  return shown?.message.status === 'completed' ? { ...shown, status: 'completed', codes: [] } : undefined;
}

function endOf(at: Seen, type: string, message: JsonObject): Outcome {
  if (type === 'message.error') return { at, status: 'failed', message, codes: [message.code] };
  return { at, status: type.slice('message.'.length), message, codes: [] };
}

/** Each chat that the pages showed, once, and in the order of the pages. */
function judgeIds({ journey, seen }: Course, { ids, status, failure }: Told): readonly ClientClaim[] {
  const pages = seen.filter(({ operation, isSuccess }) => operation === 'listChats' && isSuccess);
  const [last] = pages.slice(-1);
  if (!last) return [];
  if (ids === undefined)
    return status === 'failed'
      ? [
          {
            row: journey.rows[0],
            isMet: false,
            at: seen.at(-1),
            expected: 'the client gets the ids of the chats',
            actual: `it failed with ${describe(failure)}`,
          },
        ]
      : [];
  const shown = [...new Set(pages.flatMap(({ answer }) => objectsIn(answer.data).map(({ id }) => id)))];
  const { total } = isObject(last.answer.meta) ? last.answer.meta : {};
  const isComplete = isInteger(total) && shown.length >= Number(total);
  const row = journey.rows[0];
  return [
    {
      row,
      isMet: isSameJson(shown, ids),
      at: last,
      expected: `the ${shown.length} chats of the pages, once each`,
      actual: describe(ids),
    },
    {
      row,
      isMet: isComplete,
      at: last,
      expected: `pages are read until all ${total} chats have been shown`,
      actual: `${shown.length} chats`,
      isOmission: true,
    },
  ];
}
