import type { Actor } from '../../../drive/actor.ts';
import type { Answer } from '../../../drive/answer.ts';
import { MISSING_ID } from '../../../judge/missing-id.ts';
import { fingerprint } from '../../check-kit/answer-fingerprint.ts';
import { type Check, check, R } from '../../check-kit/check.ts';

/** A valid request for each operation on a chat by its id. */
const CHAT_OPERATIONS: Readonly<Record<string, (actor: Actor, chatId: string) => Promise<Answer>>> = {
  getChat: (actor, chatId) => actor.get(`/chats/${chatId}`),
  updateChat: (actor, chatId) => actor.patch(`/chats/${chatId}`, { is_favorite: true }),
  deleteChat: (actor, chatId) => actor.delete(`/chats/${chatId}`),
  listMessages: (actor, chatId) => actor.history(chatId),
};

/** Chats and skills that do not exist, or that the request's credential cannot see (section 7). */
export const errorNotFoundChecks: readonly Check[] = [
  ...Object.entries(CHAT_OPERATIONS).map(([operation, request]) =>
    check({
      id: `errors.not-found.${operation}`,
      requirements: [R['errors.not-found.answer']],
      arranges: ['missing-chat', 'foreign-chat'],
      needs: ['credential:second'],
      async run(t) {
        const [missing, foreign] = [t.freshId(), t.freshId()];
        t.requireSuccess(await t.as('second').send(t.plain(), { chatId: foreign }));
        const ofMissing = await request(t.main, missing);
        const ofForeign = await request(t.main, foreign);

        const claim = t.expect('errors.not-found.answer');
        claim.failsWith(ofMissing, 'not-found');
        claim.failsWith(ofForeign, 'not-found');
        claim.equals(ofForeign, fingerprint(ofForeign, foreign), fingerprint(ofMissing, missing));
      },
    }),
  ),

  check({
    // A send creates a missing chat, so the check can only use another credential's chat.
    id: 'errors.not-found.sendMessage',
    requirements: [R['errors.not-found.answer']],
    arranges: ['foreign-chat'],
    needs: ['credential:second'],
    async run(t) {
      const chatId = t.freshId();
      t.requireSuccess(await t.as('second').send(t.plain(), { chatId }));
      const answer = await t.main.send(t.plain(), { chatId });
      t.expect('errors.not-found.answer').failsWith(answer, 'not-found');
    },
  }),

  check({
    id: 'errors.not-found.skill',
    requirements: [R['errors.not-found.skill']],
    arranges: ['missing-skill', 'foreign-skill'],
    needs: ['resource:foreign_skill'],
    async run(t) {
      const foreign = t.resource('foreign_skill');
      const ofMissing = await t.main.get(`/skills/${MISSING_ID}`);
      const ofForeign = await t.main.get(`/skills/${foreign}`);

      const claim = t.expect('errors.not-found.skill');
      claim.failsWith(ofMissing, 'not-found');
      claim.failsWith(ofForeign, 'not-found');
      claim.equals(ofForeign, fingerprint(ofForeign, foreign), fingerprint(ofMissing, MISSING_ID));
    },
  }),
];
