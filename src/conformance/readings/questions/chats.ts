import { isInteger } from '../../../exact-json/exact-number.ts';
import { SENDS } from '../../judge/operations.ts';
import { code, isAccepted, isRefused, isSuccess, OTHER, type Question, status } from '../question.ts';
import type { RunFacts } from '../run-facts.ts';
import type { Seen } from '../seen.ts';

/** After so long a clock that counts whole seconds has moved, in milliseconds. */
const SECOND = 1100;
/** After so long a clock that shows fractions of seconds has moved, in milliseconds. */
const TICK = 20;

/** Creating, changing, reading and deleting chats. */
export const chatQuestions: readonly Question[] = [
  {
    point: 'A-29',
    on: ['createChat', ...SENDS],
    when: (seen, run) => {
      const { model_id: id } = seen.sent;
      return isInteger(id) && id > 0 && run.models(seen)?.id.has(id) === false;
    },
    readings: {
      'not-found': status(404),
      validation: status(422),
      'not-allowed': code('api_token_resource_not_allowed'),
      'at-run-time': ({ isAccepted, status }) => isAccepted || status >= 500,
      [OTHER]: isRefused,
    },
  },
  {
    point: 'A-31',
    on: ['getChat'],
    when: (seen, run) => sendThatMade(seen, run) !== undefined,
    readings: {
      titled: ({ data }) => typeof data.name === 'string' && data.name !== '',
      'from-turn': showsTurn,
      plain: (seen, run) => sendThatMade(seen, run)?.sent.permission_mode === 'auto',
    },
    unless: ['plain'],
  },
  {
    point: 'A-32',
    on: SENDS,
    when: ({ id, actor, sentAt }, run) => {
      const deleted = run.chat(id)?.deleted;
      return deleted !== undefined && deleted.actor === actor && deleted.at <= sentAt;
    },
    readings: {
      'deleted-not-found': status(404),
      'deleted-refused': isRefused,
      'deleted-created-anew': isAccepted,
    },
  },
  {
    point: 'A-33',
    when: (seen) => seen.isAboutPoint('A-33'),
    readings: { 'not-found': status(404), visible: isSuccess },
  },
  {
    point: 'A-34',
    on: ['deleteChat'],
    when: ({ id, actor, sentAt }, run) => {
      const deleted = run.chat(id)?.deleted;
      return deleted !== undefined && deleted.actor === actor && deleted.at <= sentAt;
    },
    readings: { 'second-not-found': status(404), 'second-ok': isSuccess },
  },
  {
    point: 'A-35',
    on: ['getChat', 'updateChat'],
    when: isSuccess,
    readings: {
      'any-access': (seen, run) => seen.operation === 'getChat' && moved(seen, run) === 'on',
      'any-change': (seen, run) => seen.operation === 'updateChat' && moved(seen, run) === 'on',
      'turns-only': (seen, run) => seen.operation === 'updateChat' && moved(seen, run) === 'not',
    },
    unless: ['any-change'],
  },
  {
    point: 'A-38',
    on: ['getChat', 'listMessages'],
    when: ({ id, actor, sentAt }, run) => {
      const { refused, made } = run.chat(id) ?? {};
      return (
        refused?.actor === actor &&
        refused.at <= sentAt &&
        (made?.sentAt ?? Number.POSITIVE_INFINITY) > sentAt
      );
    },
    readings: { 'nothing-created': status(404), 'empty-chat-remains': isSuccess },
    unless: ['nothing-created'],
  },
];

/** The send that made the chat that an answer shows, if nobody has changed the chat since. */
function sendThatMade(seen: Seen, run: RunFacts): Seen | undefined {
  const { made, isChanged } = run.chat(seen.id) ?? {};
  const isBySend = made?.by === 'sendMessage' || made?.by === 'streamMessage';
  return seen.isSuccess && isBySend && !isChanged ? run.exchange(made) : undefined;
}

/** Whether a chat has the mode or the model of the turn that made it. */
function showsTurn(seen: Seen, run: RunFacts): boolean {
  const { sent } = sendThatMade(seen, run) ?? {};
  const hasModel = isInteger(sent?.model_id) && seen.data.model_id === sent?.model_id;
  return hasModel || (sent?.permission_mode === 'auto' && seen.data.permission_mode === 'auto');
}

/** Whether a request moved `updated_at` on, where no turn can have done so. */
function moved({ exchange: { number }, id, data, at }: Seen, run: RunFacts): 'on' | 'not' | undefined {
  const { activity = [], turns = [], isShared } = run.chat(id) ?? {};
  const index = activity.findIndex((each) => each.number === number);
  const [request, before] = [activity[index], activity[index - 1]];
  if (!request || !before || before.at > request.sentAt || isShared) return undefined;
  if (!turns.every(({ to }) => to !== undefined && to < before.sentAt)) return undefined;
  const [earlier, later] = [momentOf(before.updatedAt), momentOf(data.updated_at)];
  if (later > earlier) return 'on';
  const first = activity.slice(0, index).findLast((each) => momentOf(each.updatedAt) !== later);
  const since = activity[first ? activity.indexOf(first) + 1 : 0] ?? before;
  const tick = earlier % 1000 === 0 ? SECOND : TICK;
  return later === earlier && at - since.at > tick ? 'not' : undefined;
}

function momentOf(value: unknown): number {
  return Date.parse(String(value));
}
