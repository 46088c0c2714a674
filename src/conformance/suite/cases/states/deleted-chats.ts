import type { Answer } from '../../../drive/answer.ts';
import { findChat, listNewest, makeChat } from '../../check-kit/chats.ts';
import { type Check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { repliesTo } from '../../check-kit/interaction-replies.ts';
import { checkProbes } from '../../check-kit/probe.ts';

/** A request on a chat that must not find a deleted chat. */
type Request = (t: CheckContext, chatId: string) => Promise<Answer>;

const REQUESTS: readonly Request[] = [
  (t, id) => t.main.get(`/chats/${id}`),
  (t, id) => t.main.patch(`/chats/${id}`, { is_favorite: true }),
  (t, id) => t.main.history(id),
  (t, id) => t.main.act(id, 'cancel', {}),
  ...repliesTo('no-such-action').map(
    ({ action, body }): Request =>
      (t, id) =>
        t.main.act(id, action, body),
  ),
];

const DELETED = R['states.chat.active-or-deleted'];
const REMOVED = R['states.chat.deletion-removes'];

/** A deleted chat, with everything in it, no longer exists for any operation (section 3.3). */
export const deletedChatChecks: readonly Check[] = [
  checkProbes({
    id: 'states.deleted',
    situations: [{ probe: 'every operation', chat: 'deleted' }],
    arrange: deleteChat,
    probes: [
      ...REQUESTS.map((request) => ({
        requirements: [DELETED, REMOVED],
        arranges: ['deleted-chat'] as const,
        async run(t: CheckContext, chatId: string) {
          const gone = await request(t, chatId);
          t.expect(DELETED).isNoSuccess(gone);
          t.expect(REMOVED).failsWith(gone, 'not-found', 'action-not-found');
        },
      })),
      {
        requirements: [REMOVED],
        async run(t, chatId) {
          const favorites = await listNewest(t, { is_favorite: 'true' });
          t.expect(REMOVED).equals(favorites, findChat(favorites, chatId), undefined, '/data');
          const sent = await t.main.send(t.plain(), { chatId });
          // The contract does not say whether a send creates the chat again, but its old turns must not return.
          const history = await t.main.history(chatId);
          const { length } = history.items;
          const most = sent.isSuccess ? 1 : 0;
          const expected = 'none of the turns from before the deletion';
          t.expect(REMOVED).isTrue(history, length <= most, expected, length, '/data');
        },
      },
    ],
  }),
];

/** Creates a chat with a turn and deletes it. @returns its id */
async function deleteChat(t: CheckContext): Promise<string> {
  const { id, path } = await makeChat(t);
  t.requireSuccess(await t.main.send(t.plain(), { chatId: id }));
  t.requireSuccess(await t.main.patch(path, { is_favorite: true }));
  t.requireSuccess(await t.main.delete(path));
  return id;
}
