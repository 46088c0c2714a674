import { type Check, check } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { cancel } from '../../check-kit/turns.ts';
import { Answer } from '../../drive/answer.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const BUSY = 'api_v1_chat_busy';

/** How turns end that ask where nobody answers, never come to an end, or have lost their client (section 4.2). */
export const turnEndingChecks: readonly Check[] = [
  check({
    id: 'turns.send.interaction-cut',
    requirements: ['turns.send.interaction-cut'],
    needs: ['scenario:interaction_in_auto'],
    async run(t) {
      const answer = await t.main.send(t.scenario('interaction_in_auto', { permission_mode: 'auto' }));
      // A service that settles the matter by itself has nothing to cut.
      if (answer.isSuccess) return;

      t.expect('turns.send.interaction-cut').failsWith(answer, 'interaction-in-auto-mode');
    },
  }),

  check({
    id: 'turns.send.interaction-cut-settles',
    requirements: ['turns.send.interaction-cut-settles'],
    needs: ['scenario:interaction_in_auto'],
    async run(t) {
      const sent = { chatId: t.freshId(), key: t.freshId() };
      const turn = t.scenario('interaction_in_auto', { permission_mode: 'auto' });
      const answer = await t.main.send(turn, sent);
      if (answer.isSuccess) return;
      const cut = await t.until(
        () => t.main.history(sent.chatId),
        ({ items }) => items.every(({ status }) => status !== 'pending'),
        MINUTE,
      );
      await t.main.send(turn, sent);
      const afterwards = t.given(await t.main.history(sent.chatId));

      const row = t.expect('turns.send.interaction-cut-settles');
      const statuses = cut.items.map(({ status }) => status);
      row.holds(cut, !statuses.includes('pending'), 'no pending turn', statuses, '/data');
      row.equals(afterwards, afterwards.items.length, cut.items.length);
    },
  }),

  check({
    id: 'turns.send.deadline',
    requirements: ['turns.send.deadline'],
    needs: ['scenario:endless_turn', 'wait:30min'],
    waits: 30 * MINUTE,
    async run(t) {
      const chatId = t.freshId();
      const turn = t.scenario('endless_turn', { permission_mode: 'auto' });
      const sending = t.main.send(turn, { chatId, patience: 40 * MINUTE });
      const { answer, minutes } = await watch(t, sending, 35);
      const row = t.expect('turns.send.deadline');
      if (!answer) {
        row.holds(await cancel(t, chatId), false, 'an answer after 30 minutes', 'none after 35');
        return;
      }

      t.assume(minutes > 20, 'the turn ended long before its deadline');
      row.equals(answer, answer.status, 504);
      const next = await t.until(
        () => t.main.send(t.plain(), { chatId }),
        ({ messageCode }) => messageCode !== BUSY,
        MINUTE,
        5 * SECOND,
      );
      row.holds(next, next.messageCode !== BUSY, 'a chat that the cut turn has left', next.messageCode);
    },
  }),

  check({
    id: 'turns.disconnect',
    requirements: ['turns.disconnect.finishes', 'turns.disconnect.saved'],
    needs: ['scenario:long_turn'],
    waits: 15 * MINUTE,
    async run(t) {
      const sent = { chatId: t.freshId(), key: t.freshId() };
      const lost = await t.running(t.scenario('long_turn'), sent);
      lost.disconnect();
      const find = ({ items }: Answer) => items.find(({ id }) => id === lost.messageId);
      await t.until(
        () => t.main.history(sent.chatId),
        (listed) => (find(listed)?.status ?? 'pending') !== 'pending',
        15 * MINUTE,
        5 * SECOND,
      );
      const isOver = (came: unknown) =>
        !(came instanceof Answer && came.messageCode === 'api_v1_turn_in_progress');
      // While it runs, a turn may be listed with any status; its key then knows better.
      const again = await t.until(
        () => t.attempt('streaming', t.scenario('long_turn'), sent),
        isOver,
        15 * MINUTE,
        30 * SECOND,
      );

      t.assume(isOver(again), 'the turn still runs after 15 minutes');
      const history = await t.main.history(sent.chatId);
      const turn = find(history);
      t.assume(turn?.status !== 'error', 'the turn failed');
      t.expect('turns.disconnect.finishes').equals(history, turn?.status, 'completed', '/data/0/status');
      const outcome = await t.opened(again).rest();
      t.expect('turns.disconnect.saved').equals(
        history,
        turn?.content,
        outcome?.data.content,
        '/data/0/content',
      );
    },
  }),
];

/** Waits for an answer, so many minutes at most. @returns undefined as the answer when none has come; and about how long it took */
async function watch(
  t: CheckContext,
  sending: Promise<Answer>,
  most: number,
): Promise<{ readonly answer: Answer | undefined; readonly minutes: number }> {
  let isOver = false;
  let minutes = 0;
  const look = async () => {
    minutes += 1;
    return isOver;
  };
  const answering = sending.finally(() => {
    isOver = true;
  });
  const watching = t.until(look, Boolean, most * MINUTE, MINUTE).then(() => undefined);
  return { answer: await Promise.race([answering, watching]), minutes };
}
