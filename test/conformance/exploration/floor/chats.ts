import { answerInstead } from '../../../../src/alterations/decorators/answer-instead.ts';
import { isSuccess } from '../../../../src/alterations/decorators/answers.ts';
import { bodyOf, withBody } from '../../../../src/alterations/decorators/requests.ts';
import { rewriteData } from '../../../../src/alterations/decorators/rewrite-answers.ts';
import { rewriteAllItems } from '../../../../src/alterations/decorators/rewrite-lists.ts';
import { defect, type FloorDefect } from './defect.ts';
import { noteSuccess } from './notes.ts';

export const CHAT_DEFECTS: readonly FloorDefect[] = [
  defect(
    'chats.update.name/second-rename-is-forgotten',
    'body `name` (string), `is_favorite` (boolean)',
    'A chat keeps its first new name. Later ones are answered and forgotten.',
    (exchange) => {
      const renamed = new Set<string | undefined>();
      return answerInstead('updateChat', async (request, sound) => {
        const { name } = bodyOf(request) ?? {};
        const isForgotten = typeof name === 'string' && renamed.has(request.path.chat_id);
        if (isForgotten) {
          const others = withBody(request, ({ name: _, ...members }) => members);
          return rewriteData('updateChat', (chat) => ({ ...chat, name }))(sound)({ ...request, ...others });
        }
        const answer = await sound(request);
        if (name !== undefined && isSuccess(answer)) renamed.add(request.path.chat_id);
        return answer;
      })(exchange);
    },
  ),
  defect(
    'chats.list.favorite-filter/unfavourited-stays',
    'query `is_favorite` (boolean filter)',
    'A chat that was a favorite once stays in the list of favorites.',
    (exchange) => {
      const once = new Set<string>();
      const noting = noteSuccess('updateChat', (_, { id, is_favorite }) => {
        if (is_favorite) once.add(id);
      })(exchange);
      return answerInstead('listChats', (request, sound) => {
        if (request.query.is_favorite !== 'true') return undefined;
        const favorites = rewriteAllItems('listChats', (chats) =>
          chats.filter(({ id, is_favorite }) => is_favorite || once.has(id)),
        );
        return favorites(sound)({ ...request, query: { ...request.query, is_favorite: undefined } });
      })(noting);
    },
  ),
  defect(
    'chats.update.permission-mode-not-editable/reset-by-a-rename',
    'Model and permission mode are not editable here',
    'A chat that was renamed reads the mode `manual`.',
    (exchange) => {
      const renamed = new Set<string>();
      const noting = noteSuccess('updateChat', (request, { id }) => {
        if (bodyOf(request)?.name !== undefined) renamed.add(id);
      });
      return rewriteData('getChat', (chat) =>
        renamed.has(chat.id) ? { ...chat, permission_mode: 'manual' } : chat,
      )(noting(exchange));
    },
  ),
  defect(
    'chats.list.newest-first/third-chat',
    '`data`: array of Chat, newest first',
    'A list of three chats or more shows the second newest first.',
    rewriteAllItems('listChats', (chats) => {
      const [newest, second, ...older] = chats;
      return older.length > 0 ? [second, newest, ...older] : chats;
    }),
  ),
];
