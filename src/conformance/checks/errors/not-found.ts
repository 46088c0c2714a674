import { fingerprint } from '../../check-kit/answer-fingerprint.ts';
import { type Check, check } from '../../check-kit/check.ts';
import { MISSING_ID } from '../../check-kit/skills.ts';
import type { Actor } from '../../drive/actor.ts';
import type { Answer } from '../../drive/answer.ts';

/** What can be asked of a chat by its id. */
const CHAT_OPERATIONS: Readonly<Record<string, (actor: Actor, chatId: string) => Promise<Answer>>> = {
  getChat: (actor, chatId) => actor.get(`/chats/${chatId}`),
  updateChat: (actor, chatId) => actor.patch(`/chats/${chatId}`, { is_favorite: true }),
  deleteChat: (actor, chatId) => actor.delete(`/chats/${chatId}`),
  listMessages: (actor, chatId) => actor.history(chatId),
};

/** Chats and skills that are not there, for the one who asks (section 7). */
export const errorNotFoundChecks: readonly Check[] = [
  ...Object.entries(CHAT_OPERATIONS).map(([operation, ask]) =>
    check({
      id: `errors.not-found.${operation}`,
      requirements: ['errors.not-found.answer'],
      needs: ['credential:second'],
      async run(t) {
        const [missing, foreign] = [t.freshId(), t.freshId()];
        t.given(await t.as('second').send(t.plain(), { chatId: foreign }));
        const ofMissing = await ask(t.main, missing);
        const ofForeign = await ask(t.main, foreign);

        const row = t.expect('errors.not-found.answer');
        row.failsWith(ofMissing, 'not-found');
        row.failsWith(ofForeign, 'not-found');
        row.equals(ofForeign, fingerprint(ofForeign, foreign), fingerprint(ofMissing, missing));
      },
    }),
  ),

  check({
    // A chat that is missing is created by a send, so that only another's can be asked for.
    id: 'errors.not-found.sendMessage',
    requirements: ['errors.not-found.answer'],
    needs: ['credential:second'],
    async run(t) {
      const chatId = t.freshId();
      t.given(await t.as('second').send(t.plain(), { chatId }));
      const answer = await t.main.send(t.plain(), { chatId });
      t.expect('errors.not-found.answer').failsWith(answer, 'not-found');
    },
  }),

  check({
    id: 'errors.not-found.skill',
    requirements: ['errors.not-found.skill'],
    needs: ['resource:foreign_skill'],
    async run(t) {
      const foreign = t.resource('foreign_skill');
      const ofMissing = await t.main.get(`/skills/${MISSING_ID}`);
      const ofForeign = await t.main.get(`/skills/${foreign}`);

      const row = t.expect('errors.not-found.skill');
      row.failsWith(ofMissing, 'not-found');
      row.failsWith(ofForeign, 'not-found');
      row.equals(ofForeign, fingerprint(ofForeign, foreign), fingerprint(ofMissing, MISSING_ID));
    },
  }),

  check({
    id: 'errors.not-found.cancel',
    requirements: ['errors.not-found.cancel'],
    async run(t) {
      const answer = await t.main.act(t.freshId(), 'cancel', {});
      t.expect('errors.not-found.cancel').failsWith(answer, 'not-found');
    },
  }),
];
