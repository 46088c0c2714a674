import type { Answer } from '../../../drive/answer.ts';
import { findChat, listNewest, makeChat } from '../../check-kit/chats.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { repliesTo } from '../../check-kit/interaction-replies.ts';

/** A request about a chat by its id, for which a deleted chat is not there. */
type Request = (t: CheckContext, chatId: string) => Promise<Answer>;

const REQUESTS: readonly (readonly [name: string, request: Request])[] = [
  ['getChat', (t, id) => t.main.get(`/chats/${id}`)],
  ['updateChat', (t, id) => t.main.patch(`/chats/${id}`, { is_favorite: true })],
  ['listMessages', (t, id) => t.main.history(id)],
  ['cancelTurn', (t, id) => t.main.act(id, 'cancel', {})],
  ...repliesTo('no-such-action').map(({ action, body }): readonly [string, Request] => [
    action,
    (t, id) => t.main.act(id, action, body),
  ]),
];

const DELETED = R['states.chat.active-or-deleted'];
const REMOVED = R['states.chat.deletion-removes'];

/** Each operation on a chat that was deleted (section 3.3). */
export const deletedChatChecks: readonly Check[] = [
  ...REQUESTS.map(([name, request]) =>
    check({
      id: `states.deleted.${name}`,
      requirements: [DELETED, REMOVED],
      arranges: ['deleted-chat'],
      async run(t) {
        const gone = await request(t, await deleteChat(t));
        t.expect(DELETED).isNoSuccess(gone);
        t.expect(REMOVED).failsWith(gone, 'not-found', 'action-not-found');
      },
    }),
  ),

  check({
    id: 'states.deleted.sendMessage',
    requirements: [REMOVED],
    async run(t) {
      const chatId = await deleteChat(t);
      const favorites = await listNewest(t, { is_favorite: 'true' });
      t.expect(REMOVED).equals(favorites, findChat(favorites, chatId), undefined, '/data');
      const sent = await t.main.send(t.plain(), { chatId });
      // Whether a send creates the chat anew is open, but the old turns stay away.
      const history = await t.main.history(chatId);
      t.expect(REMOVED).holds(
        history,
        history.items.length <= (sent.isSuccess ? 1 : 0),
        'none of the turns from before the deletion',
        history.items.length,
        '/data',
      );
    },
  }),
];

/** Creates a chat with a turn and deletes it. @returns its id */
async function deleteChat(t: CheckContext): Promise<string> {
  const { id, path } = await makeChat(t);
  t.given(await t.main.send(t.plain(), { chatId: id }));
  t.given(await t.main.patch(path, { is_favorite: true }));
  t.given(await t.main.delete(path));
  return id;
}
