import { type Breakage, breakage } from '../../alteration.ts';
import { succeed } from '../../decorators/answers.ts';
import { asOwner } from '../../decorators/as-owner.ts';
import { LONGEST_CHAT_NAME } from '../../decorators/facts.ts';
import { rewriteAnswers } from '../../decorators/rewrite-answers.ts';
import { rewriteBodies } from '../../decorators/rewrite-requests.ts';
import { first, instead, not, reversed } from '../../decorators/values.ts';
import { failed, succeeded, unserved } from '../kinds/answered.ts';
import { asked, heard } from '../kinds/heard.ts';
import { listed } from '../kinds/shown.ts';

/** Creating, reading and listing chats. */
export const chatBreakages: readonly Breakage[] = [
  unserved('chats.create.exists', 'createChat'),
  breakage(
    'chats.create.empty',
    'A new chat contains a greeting.',
    rewriteAnswers('listMessages', (body, { request }) =>
      body.data?.length === 0 ? { ...body, data: [greeting(request.path.chat_id)] } : body,
    ),
  ),
  heard('chats.create.permission-mode-default', 'createChat', {
    permission_mode: instead(undefined, 'auto'),
  }),
  breakage(
    'chats.name.at-most-200/beside-model',
    'A name that is too long is truncated if the chat is created with a model.',
    rewriteBodies('createChat', ({ name, ...body }) => ({
      ...body,
      name: body.model_id === undefined ? name : String(name).slice(0, LONGEST_CHAT_NAME),
    })),
  ),
  unserved('chats.get.exists', 'getChat'),
  succeeded('chats.get.missing/nothing', 'getChat', 'not-found', (request) => succeed(request, null)),
  failed('chats.get.missing/code', 'getChat', 'api_v1_not_found', { message_code: 'api_v1_chat_not_found' }),
  breakage('chats.get.foreign', "A credential can read other credentials' chats.", asOwner('getChat')),
  unserved('chats.list.exists', 'listChats'),
  listed('chats.list.exists/empty', 'listChats', first(0)),
  asked('chats.list.favorite-filter/ignored', 'listChats', { is_favorite: undefined }),
  asked('chats.list.favorite-filter/false-ignored', 'listChats', {
    is_favorite: instead(not('true'), undefined),
  }),
  listed('chats.list.newest-first', 'listChats', reversed),
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
