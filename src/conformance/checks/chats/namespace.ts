import { findChat, listNewest, makeChat } from '../../check-kit/chats.ts';
import { check } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import type { Answer } from '../../drive/answer.ts';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Who sees whose chats (sections 2.1 and 5). */
export const chatNamespaceChecks = [
  check({
    id: 'chats.namespace.other-credentials-hidden',
    requirements: ['chats.namespace.other-credentials-hidden'],
    needs: ['credential:second'],
    async run(t) {
      const { id } = await makeChat(t, {}, t.as('second'));
      const list = await listNewest(t);
      const found = findChat(list, id);
      t.expect('chats.namespace.other-credentials-hidden').holds(
        list,
        !found,
        `no chat ${id}`,
        found,
        '/data',
      );
    },
  }),

  check({
    id: 'chats.namespace.application-chats-hidden',
    requirements: ['chats.namespace.application-chats-hidden'],
    needs: ['application'],
    async run(t) {
      const started = t.given(await t.inApplication(t.plain()));
      const ids = uuidsIn(started);
      t.assume(ids.length > 0, 'the answer of the application holds no uuid, which would name its chat');
      const list = await listNewest(t);
      const found = ids.map((id) => findChat(list, id)).find((chat) => chat !== undefined);
      t.expect('chats.namespace.application-chats-hidden').holds(
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
    requirements: ['chats.namespace.continued-in-application'],
    needs: ['application'],
    async run(t) {
      const chatId = t.freshId();
      t.given(await t.main.send(t.plain(), { chatId }));
      const row = t.expect('chats.namespace.continued-in-application');
      row.succeeds(await t.inApplication(t.plain(), chatId));
      await settled(t, chatId);
    },
  }),
];

/** The application does not say in a known way which chat it began; its id is among these. */
function uuidsIn({ body }: Answer): string[] {
  return JSON.stringify(body ?? null).match(UUID) ?? [];
}

/** Nothing is deleted while a turn runs, so the chat is left alone until the application's turn is over. */
async function settled(t: CheckContext, chatId: string): Promise<void> {
  const isOver = ({ items }: Answer) => items.every(({ status }) => status !== 'pending');
  await t.until(() => t.main.history(chatId), isOver, 10_000);
}
