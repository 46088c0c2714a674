import { Answer } from '../../../drive/answer.ts';
import { makeChat } from '../../check-kit/chats.ts';
import { check, R } from '../../check-kit/check.ts';
import { CHANNELS } from '../../check-kit/context.ts';
import { answer, raise } from '../../check-kit/interaction-replies.ts';
import { startTurn } from '../../check-kit/running-turn.ts';
import { cancel, chatOf, endOf, finish } from '../../check-kit/turns.ts';

/** The pause between two cancellations of a turn that may not have started, in milliseconds of the service's time. */
const PAUSE = 250;
const TRIES = 240;
/** How long a check watches a turn that must keep running, in milliseconds of the service's time. */
export const WATCHED = 10_000;

/** Cancelling a turn (section 4.4). Checks cancel a running turn well before its end. */
export const cancelChecks = [
  check({
    id: 'cancel.turn.scope',
    requirements: [R['cancel.turn.scope']],
    arranges: ['missing-scope'],
    needs: ['credential:no_scope:chat:write'],
    async run(t) {
      const sent = await t.as('no_scope:chat:write').act(await chatOf(t), 'cancel', {});
      t.expect('cancel.turn.scope').isRefused(sent);
    },
  }),

  check({
    id: 'cancel.turn.running',
    requirements: [
      R['cancel.turn.live-turn'],
      R['cancel.turn.ends-cancelled'],
      R['cancel.turn.ok-means-delivered'],
      R['cancel.action-id.optional'],
      R['cancel.answer.true-when-running'],
    ],
    needs: ['scenario:long_turn'],
    async run(t) {
      const stream = await t.running(t.scenario('long_turn'));
      const sent = await cancel(t, stream.chatId);
      t.expect('cancel.turn.live-turn', 'cancel.action-id.optional').succeeds(sent, 200);
      t.expect('cancel.answer.true-when-running').equals(sent, sent.data.cancelled, true, '/data/cancelled');
      const end = await finish(t, stream);
      t.expect(
        'cancel.turn.live-turn',
        'cancel.turn.ends-cancelled',
        'cancel.turn.ok-means-delivered',
      ).isTrue(stream, end?.type === 'message.cancelled', 'message.cancelled', end?.type);
    },
  }),

  check({
    id: 'cancel.turn.blocking',
    requirements: [R['cancel.turn.blocking-answer']],
    needs: ['scenario:long_turn'],
    async run(t) {
      const chatId = t.freshId();
      let isOver = false;
      const send = async () => {
        const sent = await t.main.send(t.scenario('long_turn', { permission_mode: 'auto' }), { chatId });
        isOver = true;
        return sent;
      };
      // Nothing shows when a blocking turn has started, and cancelling too early or too often does no harm.
      const cancelAll = async () => {
        for (let tries = 0; tries < TRIES && !isOver; tries += 1) {
          await t.wait(PAUSE);
          await t.main.act(chatId, 'cancel', {});
        }
      };
      const [sent] = await Promise.all([send(), cancelAll()]);
      const claim = t.expect('cancel.turn.blocking-answer');
      claim.succeeds(sent);
      claim.equals(sent, sent.data.status, 'cancelled', '/data/status');
    },
  }),

  check({
    id: 'cancel.turn.blocking-ends',
    requirements: [R['cancel.turn.live-turn'], R['cancel.turn.ok-means-delivered']],
    needs: ['scenario:long_turn'],
    async run(t) {
      const turn = t.scenario('long_turn', { permission_mode: 'auto' });
      const running = await startTurn(t, 'blocking', turn);
      const answered = await cancel(t, running.sent.chatId);
      t.expect('cancel.turn.live-turn').succeeds(answered, 200);
      const ended = await t.inTime(running.ended());
      t.expect('cancel.turn.live-turn', 'cancel.turn.ok-means-delivered').isTrue(
        answered,
        ended !== undefined,
        'a turn that ends',
        'the blocking send still waits for its answer',
      );
    },
  }),

  check({
    id: 'cancel.turn.blocking-content',
    requirements: [R['states.cancelled.partial-content']],
    needs: ['scenario:long_turn'],
    async run(t) {
      const running = await startTurn(t, 'blocking', t.scenario('long_turn', { permission_mode: 'auto' }));
      const { chatId } = running.sent;
      const shownIn = ({ items }: Answer) => String(items[0]?.content ?? '');
      const history = await t.until(
        () => t.main.history(chatId),
        (listed) => shownIn(listed) !== '',
        WATCHED,
      );
      const ended = await running.cancel();
      // A listing may omit a running turn.
      const shown = shownIn(history);
      t.skipIf(shown === '', 'the listing shows no text of a running turn');
      const claim = t.expect('states.cancelled.partial-content');
      const listed = t.requireSuccess(await t.main.history(chatId));
      claim.isTrue(
        listed,
        shownIn(listed) !== '',
        'the text that was shown before',
        shownIn(listed),
        '/data',
      );
      if (!(ended instanceof Answer) || !ended.isSuccess) return;
      claim.isTrue(ended, ended.data.content !== '', 'the text that was shown before', '', '/data/content');
    },
  }),

  check({
    id: 'cancel.turn.disconnected',
    requirements: [R['cancel.turn.live-turn'], R['cancel.turn.ok-means-delivered']],
    needs: ['scenario:long_turn'],
    async run(t) {
      const stream = await t.running(t.scenario('long_turn'));
      stream.disconnect();
      await t.wait(PAUSE);
      const claim = t.expect('cancel.turn.live-turn', 'cancel.turn.ok-means-delivered');
      claim.succeeds(await cancel(t, stream.chatId), 200);
      const statusIn = ({ items }: Answer) => items.find(({ id }) => id === stream.messageId)?.status;
      const history = await t.until(
        () => t.main.history(stream.chatId),
        (listed) => statusIn(listed) === 'cancelled',
        TRIES * PAUSE,
      );
      claim.equals(history, statusIn(history), 'cancelled', '/data/0/status');
    },
  }),

  check({
    id: 'cancel.turn.after-end',
    requirements: [R['cancel.turn.live-turn']],
    needs: ['scenario:upstream_failure', 'scenario:long_turn'],
    async run(t) {
      const { id: chatId } = await makeChat(t);
      const claim = t.expect('cancel.turn.live-turn');
      // The contract does not say how such a cancel is answered, but it must not cancel a later turn.
      for (const bring of [
        () => t.main.send(t.plain(), { chatId }),
        async () => finish(t, await t.open(t.scenario('upstream_failure'), { chatId })),
        async () => {
          const stream = await t.running(t.scenario('long_turn'), { chatId });
          t.requireSuccess(await cancel(t, chatId));
          await endOf(t, stream, 'message.cancelled');
        },
      ]) {
        await bring();
        await cancel(t, chatId);
        for (const channel of CHANNELS) {
          const next = await t.attempt(channel, t.plain({ permission_mode: 'auto' }), { chatId });
          claim.accepts(next);
          const status = next instanceof Answer ? next.data.status : (await finish(t, next))?.type;
          claim.isTrue(next, !String(status).endsWith('cancelled'), 'a turn that runs to its end', status);
        }
      }
    },
  }),

  check({
    id: 'cancel.turn.other-chats',
    requirements: [R['cancel.turn.live-turn']],
    needs: ['scenario:long_turn'],
    waits: WATCHED,
    async run(t) {
      const [one, other] = await Promise.all([
        t.running(t.scenario('long_turn')),
        t.running(t.scenario('long_turn')),
      ]);
      t.requireSuccess(await cancel(t, one.chatId));
      await t.inTime(one.rest());
      await t.wait(WATCHED);
      const end = other.hasEnded ? await other.rest() : undefined;
      t.expect('cancel.turn.live-turn').isTrue(
        other,
        end?.type !== 'message.cancelled',
        'the turn of another chat, which continues',
        end?.type,
      );
    },
  }),

  check({
    id: 'cancel.action-id.other-credential',
    requirements: [R['cancel.action-id.own-only']],
    arranges: ['foreign-interaction'],
    needs: ['scenario:tool_approval', 'credential:second'],
    async run(t) {
      const asked = await raise(t, 'tool_approval', 'tool_approval');
      const second = t.as('second');
      const body = { action_id: asked.actionId };
      const claim = t.expect('cancel.action-id.own-only');
      claim.isRefused(await second.act(asked.stream.chatId, 'cancel', body));
      // In the second credential's own chat, the cancel may return 200, since the id may count as unknown.
      await second.act(await chatOf(t, second), 'cancel', body);
      claim.succeeds(await answer(t, asked));
    },
  }),

  check({
    id: 'cancel.action-id.of-ended-turn',
    requirements: [R['cancel.action-id.of-ended-turn']],
    needs: ['scenario:tool_approval', 'scenario:long_turn'],
    waits: WATCHED,
    async run(t) {
      const asked = await raise(t, 'tool_approval', 'tool_approval');
      const { chatId } = asked.stream;
      t.requireSuccess(await answer(t, asked));
      t.require((await finish(t, asked.stream)) !== undefined, 'the turn that asked did not end');
      const later = await t.running(t.scenario('long_turn'), { chatId });
      t.require(!later.hasEnded, 'the next turn ended too early');
      await cancel(t, chatId, { action_id: asked.actionId });
      await t.wait(WATCHED);
      const end = later.hasEnded ? await later.rest() : undefined;
      t.expect('cancel.action-id.of-ended-turn').isTrue(
        later,
        end?.type !== 'message.cancelled',
        'the turn that did not ask, which continues',
        end?.type,
      );
    },
  }),

  check({
    id: 'cancel.chat.missing',
    requirements: [R['cancel.chat.missing'], R['cancel.chat.never-created']],
    arranges: ['missing-chat'],
    async run(t) {
      const chatId = t.freshId();
      const sent = await t.main.act(chatId, 'cancel', {});
      const chat = await t.main.get(`/chats/${chatId}`);
      t.expect('cancel.chat.missing').failsWith(sent, 'not-found');
      t.expect('cancel.chat.never-created').isNoSuccess(chat);
    },
  }),
];
