import { writeJson } from '../../../../exact-json/exact-number.ts';
import type { Actor } from '../../../drive/actor.ts';
import type { Answer } from '../../../drive/answer.ts';
import { sendWhenFree } from '../../check-kit/busy-chat.ts';
import { type ChatState, OBSERVED_CHAT, observeChat } from '../../check-kit/chat-observer.ts';
import { STRANGERS } from '../../check-kit/chat-reaches.ts';
import { findChat, listNewest, type MadeChat, makeChat } from '../../check-kit/chats.ts';
import { check, R } from '../../check-kit/check.ts';
import { CHANNELS, type CheckContext } from '../../check-kit/context.ts';
import { needsFor } from '../../check-kit/pages.ts';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

const FAVORITE = { isFavorite: true };

/** What its owner does with a chat, and what it is then. */
const ACTS: readonly (readonly [
  act: (t: CheckContext, owner: Actor, chat: MadeChat) => Promise<Answer>,
  state: ChatState,
])[] = [
  [(t, owner, { id }) => owner.send(t.plain(), { chatId: id }), {}],
  [(_, owner, { path }) => owner.patch(path, { is_favorite: true }), FAVORITE],
  [(t, owner, { id }) => owner.send(t.plain(), { chatId: id }), FAVORITE],
  [(_, owner, { path }) => owner.patch(path, { name: 'Seen by its owner alone' }), FAVORITE],
  [(_, owner, { id }) => owner.act(id, 'cancel', {}), FAVORITE],
  [(_, owner, { path }) => owner.patch(path, { is_favorite: false }), { isFavorite: false }],
  [(_, owner, { path }) => owner.delete(path), { isDeleted: true }],
];

/** Which chats a credential sees (sections 2.1 and 5). */
export const chatNamespaceChecks = [
  // What the owner does with a chat changes nothing about who sees it.
  ...(['main', 'second'] as const).map((owner) =>
    check({
      id: `chats.namespace.everywhere.${owner}`,
      requirements: OBSERVED_CHAT,
      needs: needsFor(owner),
      async run(t) {
        const actor = t.as(owner);
        // A filter that leaves out the only chat would prove less.
        for (const other of ['main', ...STRANGERS] as const) {
          if (!t.has(other)) continue;
          const { path } = await makeChat(t, {}, t.as(other));
          t.requireSuccess(await t.as(other).patch(path, { is_favorite: true }));
        }
        const chat = await makeChat(t, {}, actor);
        await observeChat(t, chat, {}, owner);
        for (const [act, state] of ACTS) {
          t.requireSuccess(await act(t, actor, chat));
          await observeChat(t, chat, state, owner);
        }
      },
    }),
  ),

  check({
    id: 'chats.namespace.application-chats-hidden',
    requirements: [R['chats.namespace.application-chats-hidden']],
    needs: ['application'],
    async run(t) {
      const started = t.requireSuccess(await t.inApplication(t.plain()));
      const ids = uuidsIn(started);
      t.require(
        ids.length > 0,
        'the answer of the application contains no UUID that could be the id of its chat',
      );
      const reads = await Promise.all(ids.map((id) => t.main.get(`/chats/${id}`)));
      t.observe('A-33', reads.find(({ isSuccess }) => isSuccess) ?? (reads[0] as Answer));
      const list = await listNewest(t);
      const found = ids.map((id) => findChat(list, id)).find((chat) => chat !== undefined);
      t.expect('chats.namespace.application-chats-hidden').isTrue(
        list,
        found === undefined,
        'no chat of the application',
        found,
        '/data',
      );
    },
  }),

  check({
    id: 'chats.namespace.continued-in-application',
    requirements: [R['chats.namespace.continued-in-application']],
    needs: ['application'],
    async run(t) {
      const chatId = t.freshId();
      t.requireSuccess(await t.main.send(t.plain(), { chatId }));
      const claim = t.expect('chats.namespace.continued-in-application');
      claim.succeeds(await t.inApplication(t.plain(), chatId));
      await settle(t, chatId);
    },
  }),

  ...CHANNELS.map((channel) =>
    check({
      id: `chats.namespace.after-application.${channel}`,
      requirements: [R['chats.namespace.continued-in-application'], R['chats.answer.chat']],
      needs: ['application'],
      async run(t) {
        const members = { name: 'Shared with the application', permission_mode: 'auto' };
        const { id: chatId, path } = await makeChat(t, members);
        t.requireSuccess(await t.main.patch(path, { is_favorite: true }));
        t.requireSuccess(await t.inApplication(t.plain(), chatId));
        await settle(t, chatId);
        const sent = await sendWhenFree(t, channel, chatId);
        t.expect('chats.namespace.continued-in-application').accepts(sent);
        const read = t.requireSuccess(await t.main.get(path));
        t.observe('A-96', await t.main.history(chatId));
        // The judge compares the other members. The application may rename its chats.
        t.expect('chats.answer.chat').shows(read, 'is_favorite', true);
      },
    }),
  ),
];

/** Every UUID in an answer of the application. The format of the answer is unknown, but one of the UUIDs is the id of the chat. */
function uuidsIn({ body }: Answer): string[] {
  return writeJson(body ?? null).match(UUID) ?? [];
}

/** Waits until the application's turn has ended, so that the chat can be deleted after the check. */
async function settle(t: CheckContext, chatId: string): Promise<void> {
  const isOver = ({ items }: Answer) => items.every(({ status }) => status !== 'pending');
  await t.until(() => t.main.history(chatId), isOver, 10_000);
}
