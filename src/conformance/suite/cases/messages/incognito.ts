import { carryScript } from '../../../../rig/script/render-script.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { CHANNELS } from '../../check-kit/context.ts';
import { completedTurn } from '../../check-kit/turns.ts';

const NOTE = 'See note ';
/** Texts at the end of an answer that may look like the beginning of an incognito placeholder. */
const ENDINGS = ['[', '[[', '{', '{{', '<', '(', '«', '⟦', '__', '#'];

/** What incognito mode leaves unchanged (section 2.3). */
export const incognitoChecks: readonly Check[] = CHANNELS.flatMap((channel) => [
  check({
    id: `messages.incognito.metadata.${channel}`,
    requirements: [R['messages.metadata.echoed']],
    needs: ['scenario:anonymization'],
    async run(t) {
      // Metadata is not sent to the model, so nothing in it needs to be replaced.
      const metadata = { note: String(t.scenario('anonymization').content).slice(0, 500), tags: ['a', null] };
      const turn = t.scenario('anonymization', { metadata, permission_mode: 'auto' });
      const sent = { chatId: t.freshId(), key: t.freshId() };
      const actor = t.actorOf('anonymization');
      for (let count = 0; count < 2; count += 1) {
        const source = await t.attempt(channel, turn, sent, actor);
        const shown = await completedTurn(t, source);
        t.expect('messages.metadata.echoed').equals(source, shown.metadata, metadata, '/metadata');
      }
      // The judge compares it with the listing.
      await actor.history(sent.chatId);
    },
  }),

  check({
    id: `messages.incognito.endings.${channel}`,
    requirements: [R['messages.content.string']],
    needs: ['scenario:anonymization'],
    async run(t) {
      for (const ending of ENDINGS) {
        const say = `${NOTE}${ending}`;
        const { content } = t.scenario('anonymization');
        const turn = t.scenario('anonymization', {
          content: carryScript(content, [{ say }]),
          permission_mode: 'auto',
        });
        const sent = await t.attempt(channel, turn, {}, t.actorOf('anonymization'));
        const shown = await completedTurn(t, sent);
        t.skipIf(
          !String(shown.content).startsWith(NOTE.trim()),
          'what a model without a script says is not known',
        );
        t.expect('messages.content.string').equals(sent, shown.content, say, '/content');
      }
    },
  }),
]);
