import { randomUUID } from 'node:crypto';
import type { Exchange, JsonAnswer } from '../../reference/http/exchange.ts';
import type { OperationId } from '../../reference/http/operation.ts';
import { askBeside, inExchange, SENDS } from '../decorators/in-exchange.ts';
import { codeOf } from '../decorators/refuse.ts';
import { answerInstead, rewriteAnswers, rewriteEvents, rewriteItems } from '../decorators/rewrite.ts';
import { rewriteStore } from '../decorators/rewrite-store.ts';
import type { Breakage } from './breakage.ts';

/** What the requirements of states forbid, each done. */
export const stateBreakages: readonly Breakage[] = [
  inExchange(
    'states.completed.after-completed-event',
    'A turn that has completed is listed as pending.',
    listing((status) => (status === 'completed' ? 'pending' : status)),
  ),
  inExchange(
    'states.error.failed-not-completed',
    'A turn that failed is listed as completed.',
    listing((status) => (status === 'error' ? 'completed' : status)),
  ),
  inExchange(
    'states.cancelled.partial-content',
    'What was generated before the cut is thrown away.',
    cancelledContent(''),
  ),
  inExchange(
    'states.cancelled.content-may-be-empty',
    'A cancelled turn has no content.',
    cancelledContent(null),
  ),
  inExchange(
    'states.chat.one-running-turn',
    'Two turns that are sent to a chat at once both run.',
    runningBeside(SENDS),
  ),
  inExchange(
    'states.chat.second-send-refused/blocking',
    'A busy chat takes another turn by the blocking send.',
    runningBeside('sendMessage'),
  ),
  inExchange(
    'states.chat.second-send-refused/streaming',
    'A busy chat takes another turn by the streaming send.',
    runningBeside('streamMessage'),
  ),
  {
    id: 'states.chat.busy-from-application',
    requirement: 'states.chat.busy-from-application',
    port: 'store',
    behaviour: 'A chat in which the application runs a turn takes another.',
    ports: rewriteStore('turns', ({ find, findOpen }) => ({
      findOpen(chatId) {
        const id = findOpen(chatId);
        return id !== undefined && find(id)?.credentialId === null ? undefined : id;
      },
    })),
  },
  inExchange(
    'states.chat.active-or-deleted',
    'A chat that is deleted goes on as it was.',
    answerInstead('deleteChat', deleteNothing),
  ),
  inExchange(
    'states.chat.deletion-removes/status',
    'A deleted chat answers 410.',
    rewriteAnswers(
      'getChat',
      (body) => body,
      (status) => (status === 404 ? 410 : status),
    ),
  ),
  inExchange('states.chat.deletion-removes/list', 'A deleted chat stays in the list.', listingDeleted),
  inExchange(
    'states.agent-task.working',
    'A task that runs is told as running, and not as working.',
    rewriteEvents(() => (event) => [
      event.type === 'message.step'
        ? { ...event, data: JSON.parse(JSON.stringify(event.data).replaceAll('"working"', '"running"')) }
        : event,
    ]),
  ),
];

/** Tells other statuses of the turns that are listed. */
function listing(change: (status: string) => string) {
  return rewriteItems('listMessages', (turns) =>
    turns.map((turn) => ({ ...turn, status: change(turn.status) })),
  );
}

function cancelledContent(content: string | null) {
  return rewriteEvents(() => (event) => [
    event.type === 'message.cancelled' ? { ...event, data: { ...event.data, content } } : event,
  ]);
}

/** A turn that its chat has no room for runs in another. */
function runningBeside(operations: OperationId | readonly OperationId[]) {
  return answerInstead(operations, async (request, sound) => {
    const answer = await sound(request);
    const isBusy = codeOf(answer) === 'api_v1_chat_busy';
    return isBusy ? sound({ ...request, path: { chat_id: randomUUID() } }) : answer;
  });
}

async function deleteNothing(...[request, sound]: Parameters<Parameters<typeof answerInstead>[1]>) {
  const found = (await askBeside(sound, request, 'getChat')) as JsonAnswer;
  if (found.status !== 200) return found;
  return { ...found, body: { ...(found.body as object), data: { id: request.path.chat_id, deleted: true } } };
}

/** Remembers what is deleted, and lists it first. */
function listingDeleted(sound: Exchange): Exchange {
  const deleted: unknown[] = [];
  const remembering = answerInstead('deleteChat', async (request, exchange) => {
    const found = (await askBeside(exchange, request, 'getChat')) as JsonAnswer;
    if (found.status === 200) deleted.push((found.body as { readonly data: unknown }).data);
    return exchange(request);
  });
  const listingAll = rewriteItems('listChats', (chats) => [...deleted, ...chats]);
  return listingAll(remembering(sound));
}
