import { describe, it } from 'vitest';
import { SENDS } from '../../../generated/operation-groups.js';
import { answerInstead } from '../../../src/alterations/decorators/answer-instead.ts';
import { isSuccess, succeed } from '../../../src/alterations/decorators/answers.ts';
import { keyOf } from '../../../src/alterations/decorators/keys.ts';
import { type Body, insteadOf, withHeader } from '../../../src/alterations/decorators/requests.ts';
import { rewriteAllItems } from '../../../src/alterations/decorators/rewrite-lists.ts';
import type { Step } from '../../../src/conformance/exploration/step.ts';
import type { HttpAnswer, HttpRequest } from '../../../src/reference/http/exchange.ts';
import type { OperationId } from '../../../src/reference/http/operation.ts';
import type { Decorator } from '../../../src/reference/ports.ts';
import { expectFound } from './expect-found.ts';
import { both, noteSuccess, tokenOf } from './floor/notes.ts';
import { sendStep } from './send-step.ts';

const dataOf = (answer: HttpAnswer): Body => ('open' in answer ? undefined : (answer.body as Body).data);
const isLater = ({ query }: HttpRequest) => Number(query.page) > 1;

/** On later pages, a list also has some other items. */
function onLaterPages(
  list: 'listChats' | 'listSkills',
  others: (request: HttpRequest) => readonly Body[],
): NonNullable<Decorator['exchange']> {
  const withOthers = rewriteAllItems(list, (items, request) => [...items, ...others(request)]);
  return (exchange) =>
    answerInstead(list, (request) => (isLater(request) ? withOthers(exchange)(request) : undefined))(
      exchange,
    );
}

/** Later pages of a list still show what was deleted. */
function keptOnLaterPages(
  remove: OperationId,
  read: OperationId,
  list: 'listChats' | 'listSkills',
): Decorator {
  return {
    exchange(exchange) {
      const gone: { readonly token: string | undefined; readonly data: Body }[] = [];
      const removing = answerInstead(remove, async (request, sound) => {
        const data = dataOf(await sound(insteadOf(request, read, {})));
        const answer = await sound(request);
        if (isSuccess(answer)) gone.push({ token: tokenOf(request), data });
        return answer;
      });
      const ofViewer = (request: HttpRequest) =>
        gone.flatMap(({ token, data }) => (token === tokenOf(request) ? [data] : []));
      return both(onLaterPages(list, ofViewer), removing)(exchange);
    },
  };
}

/** Whoever asks for a later page of the turns of a chat gets what its owner gets. */
const turnsOnLaterPages: Decorator = {
  exchange(exchange) {
    const owners = new Map<unknown, string | undefined>();
    const noting = noteSuccess('createChat', (request, { id }) => owners.set(id, tokenOf(request)));
    const asOwner = answerInstead('listMessages', (request, sound) => {
      const owner = owners.get(request.path.chat_id);
      return isLater(request) && owner !== undefined
        ? sound({ ...request, ...withHeader(request, 'authorization', owner) })
        : undefined;
    });
    return both(asOwner, noting)(exchange);
  },
};

/** Later pages of the turns of a deleted chat are empty instead of missing. */
const emptyLaterPages: Decorator = {
  exchange: answerInstead('listMessages', async (request, sound) => {
    const answer = await sound(request);
    if (answer.status !== 404 || !isLater(request)) return answer;
    return succeed(request, []);
  }),
};

/** The second endpoint that gets a key shows another content of its turn. */
const otherContent: Decorator = {
  exchange(exchange) {
    const first = new Map<string | undefined, OperationId>();
    return answerInstead(SENDS, async (request, sound) => {
      const key = keyOf(request);
      const { operationId } = request.operation;
      if (!first.has(key)) first.set(key, operationId);
      const answer = await sound(request);
      if (first.get(key) === operationId || 'open' in answer || !isSuccess(answer)) return answer;
      const body = answer.body as Body;
      return { ...answer, body: { ...body, data: { ...body.data, content: `${body.data.content}.` } } };
    })(exchange);
  },
};

const chat = (name: string): Step => ({
  do: 'create-chat',
  chat: name,
  as: 'main',
  title: 'Tide tables',
  mode: 'manual',
});
const skill = (name: string): Step => ({ do: 'create-skill', skill: name, visibility: 'private' });
const lookForChat: Step = { do: 'look-for-chat', chat: 'A' };
const lookForSkill: Step = { do: 'look-for-skill', skill: 'S' };
const deleteChat: Step = { do: 'delete-chat', chat: 'A' };

describe('a sequence looks', () => {
  it.each<[string, Decorator, string, readonly Step[]]>([
    [
      'at later pages of the list for a deleted chat',
      keptOnLaterPages('deleteChat', 'getChat', 'listChats'),
      'states.chat.deletion-removes',
      [chat('A'), chat('B'), deleteChat, lookForChat],
    ],
    [
      'at later pages of the list for a deleted skill',
      keptOnLaterPages('deleteSkill', 'getSkill', 'listSkills'),
      'skills.delete.no-longer-served',
      [skill('S'), skill('T'), { do: 'delete-skill', skill: 'S' }, lookForSkill],
    ],
    [
      'at later pages of the turns with other credentials',
      turnsOnLaterPages,
      'credentials.ownership.chats',
      [chat('A'), lookForChat],
    ],
    [
      'at later pages of the turns of a deleted chat',
      emptyLaterPages,
      'states.chat.deletion-removes',
      [chat('A'), deleteChat, lookForChat],
    ],
    [
      'at a turn over the endpoint that did not send it',
      otherContent,
      'idempotency.replay.stream-redelivers',
      [
        chat('A'),
        sendStep({ mode: 'auto' }),
        { do: 'repeat', over: 'the other endpoint', turn: '1' },
        { do: 'list-messages', size: 'default', chat: 'A' },
      ],
    ],
  ])('%s', (_, defect, requirement, steps) => expectFound(defect, requirement, steps));
});
