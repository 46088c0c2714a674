import { type Breakage, breakage } from '../../alteration.ts';
import { answerAfter, noSuchPath } from '../../decorators/answer-instead.ts';
import { succeed } from '../../decorators/answers.ts';
import { asOwner } from '../../decorators/as-owner.ts';
import { recode, rewriteAnswers, rewriteItems } from '../../decorators/rewrite-answers.ts';
import { rewriteBodies, rewriteRequests } from '../../decorators/rewrite-requests.ts';

const LONGEST_NAME = 200;

/** Creating, reading and listing chats. */
export const chatBreakages: readonly Breakage[] = [
  breakage('chats.create.exists', 'Chats cannot be created.', noSuchPath('createChat')),
  breakage(
    'chats.create.empty',
    'A new chat contains a greeting.',
    rewriteAnswers('listMessages', (body, { request }) =>
      body.data?.length === 0 ? { ...body, data: [greeting(request.path.chat_id)] } : body,
    ),
  ),
  breakage(
    'chats.create.permission-mode-default',
    'A chat that is created without a mode gets the mode auto.',
    rewriteBodies('createChat', (body) => ({ permission_mode: 'auto', ...body })),
  ),
  breakage(
    'chats.name.at-most-200/beside-model',
    'A name that is too long is truncated if the chat is created with a model.',
    rewriteBodies('createChat', ({ name, ...body }) => ({
      ...body,
      name: body.model_id === undefined ? name : String(name).slice(0, LONGEST_NAME),
    })),
  ),
  breakage('chats.get.exists', 'A single chat cannot be read.', noSuchPath('getChat')),
  breakage(
    'chats.get.missing/nothing',
    'Reading a chat that does not exist succeeds with null as data.',
    answerAfter('getChat', (request, sound) => (sound.status === 404 ? succeed(request, null) : undefined)),
  ),
  breakage(
    'chats.get.missing/code',
    'The failure for a chat that does not exist has a code of its own.',
    recode('getChat', 'api_v1_not_found', 'api_v1_chat_not_found'),
  ),
  breakage('chats.get.foreign', "A credential can read other credentials' chats.", asOwner('getChat')),
  breakage('chats.list.exists', 'Chats cannot be listed.', noSuchPath('listChats')),
  breakage(
    'chats.list.exists/empty',
    'The list of chats is always empty.',
    rewriteAnswers('listChats', (body) => ({ ...body, data: [] })),
  ),
  breakage(
    'chats.list.favorite-filter/ignored',
    'The filter is_favorite is ignored.',
    rewriteRequests('listChats', ({ query }) => ({ query: { ...query, is_favorite: undefined } })),
  ),
  breakage(
    'chats.list.favorite-filter/false-ignored',
    'The filter is_favorite is ignored when it is false.',
    rewriteRequests('listChats', ({ query }) => ({
      query: { ...query, is_favorite: query.is_favorite === 'true' ? 'true' : undefined },
    })),
  ),
  breakage(
    'chats.list.newest-first',
    'The oldest chat of a page comes first.',
    rewriteItems('listChats', (chats) => chats.toReversed()),
  ),
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
