import { check } from '../check-kit/check.ts';
import { answer, raise } from '../check-kit/interaction-replies.ts';
import { cancel, chatOf, finish } from '../check-kit/turns.ts';

/** Between two cancellations of a turn that may not have begun, in milliseconds of the service's time. */
const PAUSE = 1000;
const TRIES = 60;
/** How long a turn is watched that nobody should have cancelled. */
const WATCHED = 10_000;

/** Cancelling a turn (section 4.4). Every cancellation comes well before the end of its turn. */
export const cancelChecks = [
  check({
    id: 'cancel.turn.finished',
    requirements: ['cancel.turn.exists', 'cancel.turn.finished-is-ok'],
    async run(t) {
      const chatId = await chatOf(t);
      const first = await cancel(t, chatId);
      t.expect('cancel.turn.exists', 'cancel.turn.finished-is-ok').succeeds(first);
      t.expect('cancel.turn.finished-is-ok').succeeds(first, 200);
      t.expect('cancel.turn.finished-is-ok').succeeds(await cancel(t, chatId), 200);
    },
  }),

  check({
    id: 'cancel.turn.scope',
    requirements: ['cancel.turn.scope'],
    needs: ['credential:no_scope:chat:write'],
    async run(t) {
      const sent = await t.as('no_scope:chat:write').act(await chatOf(t), 'cancel', {});
      t.expect('cancel.turn.scope').isRefused(sent);
    },
  }),

  check({
    id: 'cancel.turn.running',
    requirements: [
      'cancel.turn.live-turn',
      'cancel.turn.ends-cancelled',
      'cancel.turn.ok-means-delivered',
      'cancel.action-id.optional',
      'cancel.answer.true-when-running',
    ],
    needs: ['scenario:long_turn'],
    async run(t) {
      const stream = await t.running(t.scenario('long_turn'));
      const sent = await cancel(t, stream.chatId);
      t.expect('cancel.turn.live-turn', 'cancel.action-id.optional').succeeds(sent, 200);
      t.expect('cancel.answer.true-when-running').equals(sent, sent.data.cancelled, true, '/data/cancelled');
      const end = await finish(t, stream);
      t.expect('cancel.turn.live-turn', 'cancel.turn.ends-cancelled', 'cancel.turn.ok-means-delivered').holds(
        stream,
        end?.type === 'message.cancelled',
        'message.cancelled',
        end?.type,
      );
    },
  }),

  check({
    id: 'cancel.turn.blocking',
    requirements: ['cancel.turn.blocking-answer'],
    needs: ['scenario:long_turn'],
    async run(t) {
      const chatId = t.freshId();
      let isOver = false;
      const send = async () => {
        const sent = await t.main.send(t.scenario('long_turn', { permission_mode: 'auto' }), { chatId });
        isOver = true;
        return sent;
      };
      // Nothing tells when a blocking turn has begun, and cancelling too early or too often does no harm.
      const cancelAll = async () => {
        for (let tries = 0; tries < TRIES && !isOver; tries += 1) {
          await t.wait(PAUSE);
          await t.main.act(chatId, 'cancel', {});
        }
      };
      const [sent] = await Promise.all([send(), cancelAll()]);
      const row = t.expect('cancel.turn.blocking-answer');
      row.succeeds(sent);
      row.equals(sent, sent.data.status, 'cancelled', '/data/status');
    },
  }),

  check({
    id: 'cancel.action-id.pending',
    requirements: ['cancel.action-id.cancels-its-turn'],
    needs: ['scenario:tool_approval'],
    async run(t) {
      const { stream, actionId } = await raise(t, 'tool_approval', 'tool_approval');
      const row = t.expect('cancel.action-id.cancels-its-turn');
      row.succeeds(await cancel(t, stream.chatId, { action_id: actionId }), 200);
      const end = await finish(t, stream);
      row.holds(stream, end?.type === 'message.cancelled', 'message.cancelled', end?.type);
    },
  }),

  check({
    id: 'cancel.action-id.other-credential',
    requirements: ['cancel.action-id.own-only'],
    needs: ['scenario:tool_approval', 'credential:second'],
    async run(t) {
      const asked = await raise(t, 'tool_approval', 'tool_approval');
      const second = t.as('second');
      const body = { action_id: asked.actionId };
      const row = t.expect('cancel.action-id.own-only');
      row.isRefused(await second.act(asked.stream.chatId, 'cancel', body));
      // In a chat of its own a foreign id may look like one that was made up, for which 200 is allowed.
      await second.act(await chatOf(t, second), 'cancel', body);
      row.succeeds(await answer(t, asked));
    },
  }),

  check({
    id: 'cancel.chat.missing',
    requirements: ['cancel.chat.missing', 'cancel.chat.never-created'],
    async run(t) {
      const chatId = t.freshId();
      const sent = await t.main.act(chatId, 'cancel', {});
      t.expect('cancel.chat.never-created').isNoSuccess(await t.main.get(`/chats/${chatId}`));
      t.expect('cancel.chat.missing').failsWith(sent, 'not-found');
    },
  }),

  check({
    id: 'cancel.chat.foreign',
    requirements: ['cancel.chat.foreign'],
    needs: ['credential:second'],
    async run(t) {
      const sent = await t.as('second').act(await chatOf(t), 'cancel', {});
      t.expect('cancel.chat.foreign').failsWith(sent, 'not-found');
    },
  }),

  check({
    id: 'cancel.undelivered.unavailable',
    requirements: [
      'cancel.undelivered.unavailable',
      'cancel.undelivered.turn-goes-on',
      'errors.cancel-not-delivered.answer',
    ],
    needs: ['scenario:long_turn', 'fault:cancel_delivery'],
    waits: WATCHED,
    async run(t) {
      const stream = await t.running(t.scenario('long_turn'));
      const { headers, body } = t.fault('cancel_delivery');
      const sent = await t.main.act(stream.chatId, 'cancel', body, headers);
      t.expect('cancel.undelivered.unavailable', 'errors.cancel-not-delivered.answer').failsWith(
        sent,
        'cancel-not-delivered',
      );
      await t.wait(WATCHED);
      const end = stream.hasEnded ? await finish(t, stream) : undefined;
      t.assume(end?.type !== 'message.error', 'the turn failed');
      t.expect('cancel.undelivered.turn-goes-on', 'errors.cancel-not-delivered.answer').holds(
        stream,
        end === undefined,
        'a turn that goes on',
        end?.type,
      );
    },
  }),
];
