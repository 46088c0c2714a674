import { randomUUID } from 'node:crypto';
import { SENDS } from '../../../generated/operation-groups.js';
import type { Exchange, HttpAnswer, JsonAnswer } from '../../reference/http/exchange.ts';
import { type Breakage, breakage, type Wrap } from '../alteration.ts';
import { answerAfter, answerInstead, retryRefused } from '../decorators/answer-instead.ts';
import { codeOf, fail, isSuccess } from '../decorators/answers.ts';
import type { Operations } from '../decorators/operations.ts';
import { inStore } from '../decorators/ports.ts';
import { askBeside, attachedAgents, type Body, bodyOf, isRunning } from '../decorators/requests.ts';
import { rewriteItems } from '../decorators/rewrite-answers.ts';
import { changeData, noteEvents, rewriteEvents } from '../decorators/rewrite-events.ts';
import { noteRequests } from '../decorators/rewrite-requests.ts';
import { after, instead } from '../decorators/values.ts';
import { statused } from './kinds/answered.ts';
import { shown } from './kinds/shown.ts';

/** The states of turns, chats and tasks. */
export const stateBreakages: readonly Breakage[] = [
  shown('states.completed.after-completed-event', 'listMessages', {
    status: instead('completed', 'pending'),
  }),
  breakage(
    'states.completed.after-completed-event/pending-beside-running',
    'While a turn runs, the turns before it are listed as pending.',
    besideRunning((turns) => turns.map((turn) => ({ ...turn, status: 'pending' }))),
  ),
  breakage(
    'states.completed.after-completed-event/hidden-beside-running',
    'While a turn runs, the turns before it are not listed.',
    besideRunning((turns) => turns.filter(isRunning)),
  ),
  breakage(
    'states.completed.after-completed-event/cancelled-afterwards',
    'A cancel after the end of a turn makes the turn cancelled.',
    (exchange) => {
      const chats = new Set<string | undefined>();
      const noting = noteRequests('cancelTurn', ({ path }) => chats.add(path.chat_id));
      return rewriteItems('listMessages', (turns) =>
        turns.map((turn) =>
          chats.has(turn.chat_id) && turn.status === 'completed' ? { ...turn, status: 'cancelled' } : turn,
        ),
      )(noting(exchange));
    },
  ),
  shown('states.error.failed-not-completed', 'listMessages', { status: instead('error', 'completed') }),
  shown('states.cancelled.partial-content', 'message.cancelled', { content: '' }),
  shown('states.cancelled.partial-content/blocking', 'sendMessage', { content: '' }, { status: 'cancelled' }),
  breakage(
    'states.cancelled.partial-content/last-words',
    'A cancelled turn keeps only what it said after its last step.',
    rewriteEvents(() => {
      let words = '';
      return (event) => {
        if (event.type === 'message.step') words = '';
        if (event.type === 'message.delta')
          words = event.data.replace ? event.data.text : words + event.data.text;
        return event.type === 'message.cancelled'
          ? [{ ...event, data: { ...event.data, content: words } }]
          : [event];
      };
    }),
  ),
  shown('states.cancelled.begins-with-deltas', 'turns', { content: after('Cut: ') }, { status: 'cancelled' }),
  shown('states.cancelled.content-may-be-empty', 'message.cancelled', { content: null }),
  breakage(
    'states.chat.one-running-turn',
    'Two turns that are sent to a chat at once both run.',
    runningBeside(SENDS),
  ),
  breakage(
    'states.chat.one-running-turn/with-agents',
    'A turn that attaches agents runs beside the running turn of its chat.',
    runningBeside(SENDS, (body) => attachedAgents(body).length > 0),
  ),
  breakage(
    'states.chat.second-send-refused/blocking',
    'A busy chat accepts another turn through the blocking send.',
    runningBeside('sendMessage'),
  ),
  breakage(
    'states.chat.second-send-refused/streaming',
    'A busy chat accepts another turn through the streaming send.',
    runningBeside('streamMessage'),
  ),
  breakage(
    'states.chat.second-send-refused/after-step',
    'Once a running turn has shown a step, another turn is refused as if its own turn ran.',
    (exchange) => {
      const chats = new Set<string | undefined>();
      const noting = noteEvents(({ path }) => ({ type }) => {
        if (type === 'message.step') chats.add(path.chat_id);
      });
      return answerAfter(SENDS, (request, answer) =>
        codeOf(answer) === 'api_v1_chat_busy' && chats.has(request.path.chat_id)
          ? fail(request, 'turn-in-progress')
          : undefined,
      )(noting(exchange));
    },
  ),
  breakage(
    'states.chat.busy-from-application',
    'A chat in which the application runs a turn accepts another one.',
    inStore('turns', ({ find, findOpen }) => ({
      findOpen(chatId) {
        const id = findOpen(chatId);
        return id !== undefined && find(id)?.credentialId === null ? undefined : id;
      },
    })),
  ),
  breakage(
    'states.chat.active-or-deleted',
    'A deleted chat can be used as before.',
    answerInstead('deleteChat', deleteNothing),
  ),
  statused('states.chat.deletion-removes/status', 'getChat', 404, 410),
  breakage(
    'states.chat.deletion-removes/kept-page',
    'A page of turns that was asked for before its chat was deleted is answered again as it was.',
    (exchange) => {
      const kept = new Map<string, HttpAnswer>();
      return answerInstead('listMessages', async (request, sound) => {
        const answer = await sound(request);
        if (request.query.page === undefined) return answer;
        const name = `${request.header('authorization')} ${request.path.chat_id}`;
        if (isSuccess(answer)) kept.set(name, answer);
        return kept.get(name) ?? answer;
      })(exchange);
    },
  ),
  breakage('states.chat.deletion-removes/list', 'A deleted chat stays in the list.', listingDeleted),
  breakage(
    'states.agent-task.working',
    'A running task has the state running instead of working.',
    changeData('message.step', (data) =>
      JSON.parse(JSON.stringify(data).replaceAll('"working"', '"running"')),
    ),
  ),
];

/** Changes the listing of a chat with a running turn. */
function besideRunning(change: (turns: readonly Body[]) => readonly Body[]): Wrap {
  return rewriteItems('listMessages', (turns) => (turns.some(isRunning) ? change(turns) : turns));
}

/** If the chat is busy, runs the turn in a new chat. */
function runningBeside(operations: Operations, isMeant: (body: Body) => boolean = () => true): Wrap {
  return retryRefused(operations, (request, refusal) =>
    codeOf(refusal) === 'api_v1_chat_busy' && isMeant(bodyOf(request))
      ? { path: { chat_id: randomUUID() } }
      : undefined,
  );
}

async function deleteNothing(...[request, sound]: Parameters<Parameters<typeof answerInstead>[1]>) {
  const found = (await askBeside(sound, request, 'getChat')) as JsonAnswer;
  if (found.status !== 200) return found;
  return { ...found, body: { ...(found.body as object), data: { id: request.path.chat_id, deleted: true } } };
}

/** Lists the deleted chats first. */
function listingDeleted(sound: Exchange): Exchange {
  const deleted: Body[] = [];
  const noting = answerInstead('deleteChat', async (request, exchange) => {
    const found = (await askBeside(exchange, request, 'getChat')) as JsonAnswer;
    if (found.status === 200) deleted.push((found.body as Body).data);
    return exchange(request);
  });
  return rewriteItems('listChats', (chats) => [...deleted, ...chats])(noting(sound));
}
