import { carryScript } from '../../../rig/script/render-script.ts';
import { type Check, check } from '../../check-kit/check.ts';
import { CHANNELS } from '../../check-kit/context.ts';
import { completedTurn, endOf, isScripted } from '../../check-kit/turns.ts';
import { isObject } from '../../judge/json.ts';

/** Ends of answers that may look like the beginning of something that incognito mode has put in the place of a text. */
const ENDINGS = ['[', '[[', '{', '{{', '<', '(', '«', '⟦', '__', '#'];

/** What incognito mode leaves as it is, and what it shows of turns that were cut (section 2.3). */
export const incognitoChecks: readonly Check[] = [
  ...CHANNELS.map((channel) =>
    check({
      id: `messages.incognito.endings.${channel}`,
      // A turn carries `content`, the model's answer, a string.
      requirements: ['messages.content.string'],
      needs: ['scenario:anonymization'],
      async run(t) {
        t.skipIf(!isScripted(t.plain()), 'what a model without a script says is not known');
        for (const ending of ENDINGS) {
          const say = `See note ${ending}`;
          const { content } = t.scenario('anonymization');
          const turn = t.scenario('anonymization', {
            content: carryScript(content, [{ say }]),
            permission_mode: 'auto',
          });
          const sent = await t.attempt(channel, turn, {}, t.actorOf('anonymization'));
          const shown = await completedTurn(t, sent);
          t.expect('messages.content.string').equals(sent, shown.content, say, '/content');
        }
      },
    }),
  ),

  check({
    id: 'messages.incognito.cancelled',
    // The `anonymization` of a turn shows the replacements that incognito mode made, and has no value in a
    // company that has not enabled that mode.
    requirements: ['messages.anonymization.incognito-only'],
    needs: ['scenario:anonymization'],
    async run(t) {
      t.skipIf(!isScripted(t.plain()), 'what a model without a script does is not known');
      const actor = t.actorOf('anonymization');
      const { content } = t.scenario('anonymization');
      const turn = t.scenario('anonymization', {
        content: carryScript(content, [{ say: 'I begin. ' }, { wait: 600 }]),
      });
      const stream = await t.open(turn, {}, actor);
      await t.inTime(stream.until('message.delta'));
      t.given(await actor.act(stream.chatId, 'cancel', {}));
      const { data } = await endOf(t, stream, 'message.cancelled');
      const history = t.given(await actor.history(stream.chatId));
      const listed = history.items.find(({ id }) => id === stream.messageId)?.anonymization;
      const claim = t.expect('messages.anonymization.incognito-only');
      claim.holds(
        stream,
        isFilled(data.anonymization),
        'an object with the replacements',
        data.anonymization,
      );
      claim.holds(history, isFilled(listed), 'an object with the replacements', listed, '/data');
    },
  }),
];

function isFilled(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length > 0;
}
