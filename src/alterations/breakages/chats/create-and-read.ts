import { asOwner } from '../../decorators/as-owner.ts';
import { noSuchPath } from '../../decorators/no-such-path.ts';
import { refuse } from '../../decorators/refuse.ts';
import {
  answerInstead,
  bodyOf,
  rewriteAnswers,
  rewriteItems,
  rewriteRequests,
  withBody,
} from '../../decorators/rewrite.ts';
import { succeed } from '../../decorators/succeed.ts';
import type { Breakage } from '../breakage.ts';

const LONGEST_NAME = 200;

/** Chats are created without a member that was sent. */
function forgetting(member: string) {
  return rewriteRequests('createChat', (request) => withBody(request, ({ [member]: _, ...rest }) => rest));
}

/** What this area's requirements about creating, reading and listing chats forbid, each done. */
export const chatBreakages: readonly Breakage[] = [
  {
    id: 'chats.create.exists',
    requirement: 'chats.create.exists',
    port: 'exchange',
    behaviour: 'Chats cannot be created.',
    exchange: noSuchPath('createChat'),
  },
  {
    id: 'chats.create.empty',
    requirement: 'chats.create.empty',
    port: 'exchange',
    behaviour: 'A new chat holds a greeting.',
    exchange: rewriteAnswers('listMessages', (body, { request }) =>
      body.data?.length === 0 ? { ...body, data: [greeting(request.path.chat_id)] } : body,
    ),
  },
  ...['name', 'model_id', 'permission_mode'].map((member): Breakage => {
    const requirement = `chats.create.${member.replace('_', '-')}`;
    return {
      id: requirement,
      requirement,
      port: 'exchange',
      behaviour: `A chat is created without the ${member} that was sent.`,
      exchange: forgetting(member),
    };
  }),
  {
    id: 'chats.create.permission-mode-default',
    requirement: 'chats.create.permission-mode-default',
    port: 'exchange',
    behaviour: 'A chat that is created without a mode is auto.',
    exchange: rewriteRequests('createChat', (request) =>
      withBody(request, (body) => ({ permission_mode: 'auto', ...body })),
    ),
  },
  {
    id: 'chats.name.at-most-200/longer',
    requirement: 'chats.name.at-most-200',
    port: 'exchange',
    behaviour: 'A name that is too long is cut.',
    exchange: rewriteRequests('createChat', (request) =>
      withBody(request, ({ name, ...rest }) => ({ ...rest, name: name?.slice(0, LONGEST_NAME) })),
    ),
  },
  {
    id: 'chats.name.at-most-200/longest',
    requirement: 'chats.name.at-most-200',
    port: 'exchange',
    behaviour: 'A name of 200 characters is refused.',
    exchange: answerInstead('createChat', (request) =>
      bodyOf(request)?.name?.length === LONGEST_NAME ? refuse(request) : undefined,
    ),
  },
  {
    id: 'chats.get.exists',
    requirement: 'chats.get.exists',
    port: 'exchange',
    behaviour: 'Chats cannot be read one by one.',
    exchange: noSuchPath('getChat'),
  },
  {
    id: 'chats.get.missing/nothing',
    requirement: 'chats.get.missing',
    port: 'exchange',
    behaviour: 'A chat that does not exist is answered with nothing, as a success.',
    exchange: answerInstead('getChat', async (request, sound) => {
      const answer = await sound(request);
      return answer.status === 404 ? succeed(request, null) : answer;
    }),
  },
  {
    id: 'chats.get.missing/code',
    requirement: 'chats.get.missing',
    port: 'exchange',
    behaviour: 'A chat that does not exist is told with a code of its own.',
    exchange: rewriteAnswers('getChat', (body, { status }) =>
      status === 404 ? { ...body, message_code: 'api_v1_chat_not_found' } : body,
    ),
  },
  {
    id: 'chats.get.foreign',
    requirement: 'chats.get.foreign',
    port: 'exchange',
    behaviour: "A credential reads other credentials' chats.",
    exchange: asOwner('getChat'),
  },
  {
    id: 'chats.list.exists',
    requirement: 'chats.list.exists',
    port: 'exchange',
    behaviour: 'Chats are not listed.',
    exchange: noSuchPath('listChats'),
  },
  {
    id: 'chats.list.exists/empty',
    requirement: 'chats.list.exists',
    port: 'exchange',
    behaviour: 'The list of chats is always empty.',
    exchange: rewriteAnswers('listChats', (body) => ({ ...body, data: [] })),
  },
  {
    id: 'chats.list.favorite-filter/ignored',
    requirement: 'chats.list.favorite-filter',
    port: 'exchange',
    behaviour: 'The filter is ignored.',
    exchange: rewriteRequests('listChats', ({ query }) => ({ query: { ...query, is_favorite: undefined } })),
  },
  {
    id: 'chats.list.favorite-filter/false-ignored',
    requirement: 'chats.list.favorite-filter',
    port: 'exchange',
    behaviour: 'The filter is taken for absent when it is false.',
    exchange: rewriteRequests('listChats', ({ query }) => ({
      query: { ...query, is_favorite: query.is_favorite === 'true' ? 'true' : undefined },
    })),
  },
  {
    id: 'chats.list.newest-first',
    requirement: 'chats.list.newest-first',
    port: 'exchange',
    behaviour: 'The oldest chat of a page comes first.',
    exchange: rewriteItems('listChats', (chats) => chats.toReversed()),
  },
];

function greeting(chatId: string | undefined) {
  return {
    id: 1,
    chat_id: chatId,
    role: 'assistant',
    content: 'How can I help?',
    prompt: '',
    status: 'completed',
    usage: null,
    steps: [],
    sources: [],
    anonymization: null,
    metadata: null,
    agent_runs: [],
    created_at: new Date().toISOString(),
  };
}
