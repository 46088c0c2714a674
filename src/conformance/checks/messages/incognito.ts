import { carryScript } from '../../../rig/script/render-script.ts';
import { type Check, check } from '../../check-kit/check.ts';
import { CHANNELS } from '../../check-kit/context.ts';
import { completedTurn } from '../../check-kit/turns.ts';

const NOTE = 'See note ';
/** Ends of answers that may look like the beginning of something that incognito mode has put in the place of a text. */
const ENDINGS = ['[', '[[', '{', '{{', '<', '(', '«', '⟦', '__', '#'];

/** What incognito mode leaves as it is (section 2.3). */
export const incognitoChecks: readonly Check[] = CHANNELS.map((channel) =>
  check({
    id: `messages.incognito.endings.${channel}`,
    // A turn carries `content`, the model's answer, a string.
    requirements: ['messages.content.string'],
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
);
