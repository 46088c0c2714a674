import { isBusy } from '../../check-kit/busy-chat.ts';
import { check, R } from '../../check-kit/check.ts';

/** Failure responses in general (section 7). */
export const failureChecks = [
  check({
    id: 'failures.data.extra-facts',
    requirements: [R['failures.data.extra-facts']],
    needs: ['scenario:long_turn'],
    async run(t) {
      const running = await t.running(t.scenario('long_turn'));
      const refused = await t.main.send(t.plain(), { chatId: running.chatId });
      t.require(isBusy(refused), `a send to a busy chat got ${refused.status} instead of api_v1_chat_busy`);

      t.expect('failures.data.extra-facts').equals(
        refused,
        refused.data.message_id,
        running.messageId,
        '/data/message_id',
      );
    },
  }),
];
