import type { Answer } from '../../../drive/answer.ts';
import { fingerprint } from '../../check-kit/answer-fingerprint.ts';
import { CHAT_REACHES, isFailedStream, type Reach, STRANGERS } from '../../check-kit/chat-reaches.ts';
import { findChat, listNewest, type MadeChat, makeChat } from '../../check-kit/chats.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { checkProbes, type Probe } from '../../check-kit/probe.ts';

const OWNED = R['credentials.ownership.chats'];
const ANSWER = R['errors.not-found.answer'];

/** Each operation on a chat, with a credential that does not own it (sections 2.1 and 5). */
export const ownerChecks: readonly Check[] = STRANGERS.flatMap((stranger) => [
  checkProbes({
    id: `credentials.ownership.${stranger.replace('_', '-')}`,
    needs: [`credential:${stranger}`],
    arrange: makeTurnedChat,
    probes: CHAT_REACHES.map((reach) => reachedBy(stranger, reach)),
  }),

  check({
    id: `credentials.ownership.listChats.${stranger.replace('_', '-')}`,
    requirements: [OWNED],
    needs: [`credential:${stranger}`],
    async run(t) {
      // A foreign credential with an empty list would prove less.
      const own = await makeChat(t, {}, t.as(stranger));
      t.requireSuccess(await t.as(stranger).patch(own.path, { is_favorite: true }));
      const { id, path } = await makeTurnedChat(t);
      t.requireSuccess(await t.main.patch(path, { is_favorite: true }));
      for (const query of [{}, { is_favorite: 'true' }]) {
        const list = await listNewest(t, query, t.as(stranger));
        const found = findChat(list, id);
        t.expect(OWNED).isTrue(list, !found, `no chat ${id}`, found, '/data');
      }
    },
  }),
]);

function reachedBy(stranger: (typeof STRANGERS)[number], reach: Reach): Probe<MadeChat> {
  return {
    requirements: [OWNED, ANSWER],
    arranges: ['foreign-chat', 'missing-chat'],
    async run(t, chat) {
      const other = t.as(stranger);
      const before = t.requireSuccess(await t.main.get(chat.path));
      const foreign = await reach.request(t, other, chat.id);
      await expectUntouched(t, chat, before);
      // For the streaming send, a stream that only reports the refusal is correct.
      if (reach.operationId === 'streamMessage' && isFailedStream(foreign)) return;
      t.expect(OWNED).isRefused(foreign);
      t.expect(ANSWER).failsWith(foreign, ...reach.rows);
      if (reach.further) t.expect(ANSWER).failsWith(await reach.further(other, chat.id), ...reach.rows);
      if (reach.isSend) return;
      const id = t.freshId();
      const missing = await reach.request(t, other, id);
      t.expect(ANSWER).failsWith(missing, ...reach.rows);
      // If either of two failures is correct, one answer may name the chat and the other the interaction.
      if (reach.rows.length > 1) return;
      t.expect(ANSWER).equals(foreign, fingerprint(foreign, chat.id), fingerprint(missing, id));
    },
  };
}

async function makeTurnedChat(t: CheckContext): Promise<MadeChat> {
  const chat = await makeChat(t);
  t.requireSuccess(await t.main.send(t.plain(), { chatId: chat.id }));
  return chat;
}

async function expectUntouched(t: CheckContext, { id, path }: MadeChat, before: Answer): Promise<void> {
  const claim = t.expect(OWNED);
  const chat = await t.main.get(path);
  claim.succeeds(chat);
  claim.shows(chat, 'is_favorite', before.data.is_favorite);
  const history = t.requireSuccess(await t.main.history(id));
  claim.equals(history, history.items.length, 1, '/data');
}
