import type { Turn } from '../../../drive/actor.ts';
import { Answer } from '../../../drive/answer.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { CHANNELS, type CheckContext } from '../../check-kit/context.ts';
import { HEAD_START } from '../../check-kit/running-turn.ts';
import { withFault } from '../../check-kit/turns.ts';

/**
 * How long the two sends of `sendTwice` wait for their answers, in milliseconds of the service's time. This is
 * longer than the limit of `inTime`, after which the check cancels the turn.
 */
const PATIENCE = 240_000;

/** Turns that are refused because of another turn: in the same chat, or under the same key (section 7). */
export const errorConflictChecks: readonly Check[] = [
  ...CHANNELS.map((channel) =>
    check({
      id: `errors.idempotency-conflict.${channel}`,
      requirements: [R['errors.idempotency-conflict.answer']],
      arranges: ['key-of-other-body'],
      async run(t) {
        const options = { chatId: t.freshId(), key: t.freshId() };
        // The first turn must be over: a key in use would be a second reason to refuse the turn.
        if (channel === 'blocking') t.given(await t.main.send(t.plain(), options));
        else await (await t.open(t.plain(), options)).rest();
        const again = await t.attempt(channel, t.plain({ content: 'This is something else.' }), options);

        t.expect('errors.idempotency-conflict.answer').failsWith(again, 'idempotency-conflict');
      },
    }),
  ),

  check({
    id: 'errors.turn-in-progress',
    requirements: [R['errors.turn-in-progress.answer'], R['idempotency.key.running-refused']],
    arranges: ['key-of-running-turn'],
    needs: ['scenario:long_turn'],
    async run(t) {
      const answers = await sendTwice(t, t.scenario('long_turn'));
      const refused = answers.find(isInProgress) ?? answers[1];

      t.expect('errors.turn-in-progress.answer', 'idempotency.key.running-refused').failsWith(
        refused,
        'turn-in-progress',
      );
    },
  }),

  ...CHANNELS.map((channel) =>
    check({
      id: `errors.chat-busy.${channel}`,
      requirements: [R['errors.chat-busy.answer'], R['errors.chat-busy.message-id']],
      arranges: ['busy-chat'],
      needs: ['scenario:long_turn'],
      async run(t) {
        const chatId = t.freshId();
        const running = await t.running(t.scenario('long_turn'), { chatId });
        const second = await t.attempt(channel, t.plain(), { chatId });

        t.expect('errors.chat-busy.answer').failsWith(second, 'chat-busy');
        t.expect('errors.chat-busy.message-id').equals(
          second,
          second instanceof Answer ? second.data.message_id : undefined,
          running.messageId,
          '/data/message_id',
        );
      },
    }),
  ),

  check({
    id: 'errors.outcome-unknown',
    requirements: [R['errors.outcome-unknown.answer']],
    arranges: ['outcome-unknown'],
    needs: ['fault:idempotency_outcome_unknown'],
    async run(t) {
      const answer = await t.main.send(...withFault(t, 'idempotency_outcome_unknown'));
      t.expect('errors.outcome-unknown.answer').failsWith(answer, 'outcome-unknown');
    },
  }),
];

/**
 * Sends a long turn to the blocking endpoint, sends it under the same key once more while it runs, and cancels it.
 * Either of the two requests may reach the service first.
 */
async function sendTwice(t: CheckContext, turn: Turn): Promise<readonly [Answer, Answer]> {
  const options = { chatId: t.freshId(), key: t.freshId(), patience: PATIENCE };
  // The chat exists already, so that the two sends share only the turn and do not race to create the chat.
  t.given(await t.main.send(t.plain(), { chatId: options.chatId }));
  const first = t.main.send(turn, options);
  const second = t.wait(HEAD_START).then(() => t.main.send(turn, options));
  const cancelled = t
    .inTime(Promise.race([first, second]))
    .then(() => t.main.act(options.chatId, 'cancel', {}));
  const [one, other] = await Promise.all([first, second, cancelled]);
  return [one, other];
}

function isInProgress({ messageCode }: Answer): boolean {
  return messageCode === 'api_v1_turn_in_progress';
}
