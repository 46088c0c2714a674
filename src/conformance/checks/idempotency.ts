import { check } from '../check-kit/check.ts';
import type { CheckContext } from '../check-kit/context.ts';
import type { SendOptions, Turn } from '../drive/actor.ts';
import { Answer } from '../drive/answer.ts';
import type { LiveStream } from '../drive/live-stream.ts';
import { EVENTS } from '../judge/rules/event-names.ts';

/** What a key promises (section 4.2). Keys are always fresh, and a body is repeated to the byte. */
export const idempotencyChecks = [
  check({
    id: 'idempotency.missing-key',
    requirements: ['idempotency.key.never-generated'],
    async run(t) {
      const chatId = t.freshId();
      t.expect('idempotency.key.never-generated').isRefused(
        await t.main.send(t.plain(), { chatId, key: null }),
      );
      const history = await t.main.history(chatId);
      t.expect('idempotency.key.never-generated').holds(
        history,
        history.items.length === 0,
        'no turn',
        history.items.length,
      );
    },
  }),

  check({
    id: 'idempotency.replay.blocking',
    requirements: ['idempotency.replay.same-result', 'idempotency.replay.not-rerun'],
    async run(t) {
      const sent = { chatId: t.freshId(), key: t.freshId() };
      const first = t.given(await t.main.send(t.plain(), sent));
      const again = await t.main.send(t.plain(), sent);

      t.expect('idempotency.replay.same-result').succeeds(again);
      t.expect('idempotency.replay.not-rerun').equals(again, again.data.id, first.data.id, '/data/id');
      t.expect('idempotency.replay.same-result').equals(again, again.data, first.data, '/data');
      await expectOneTurn(t, sent.chatId, 'idempotency.replay.not-rerun');
    },
  }),

  check({
    id: 'idempotency.replay.streaming',
    requirements: ['idempotency.replay.stream-redelivers'],
    async run(t) {
      const sent = { chatId: t.freshId(), key: t.freshId() };
      const first = await t.open(t.plain(), sent);
      const outcome = await first.rest();
      const again = await t.open(t.plain(), sent);
      const replayed = await again.rest();

      const row = t.expect('idempotency.replay.stream-redelivers');
      row.equals(again, again.messageId, first.messageId, '/message_id');
      row.equals(again, replayed?.type, outcome?.type);
      row.equals(again, replayed?.data.content, outcome?.data.content, '/content');
      await expectOneTurn(t, sent.chatId, 'idempotency.replay.stream-redelivers');
    },
  }),

  check({
    id: 'idempotency.replay.after-disconnect',
    requirements: ['idempotency.replay.after-disconnect'],
    needs: ['scenario:long_turn'],
    async run(t) {
      const sent = { chatId: t.freshId(), key: t.freshId() };
      const lost = await t.running(t.scenario('long_turn'), sent);
      lost.disconnect();
      // It would go on for long without its client; that it then ends is the matter of another check.
      t.given(await t.main.act(sent.chatId, 'cancel', {}));
      const again = await repeatUntilOver(t, t.scenario('long_turn'), sent);

      const row = t.expect('idempotency.replay.after-disconnect');
      row.holds(again, !(again instanceof Answer), 'the stored outcome', again.exchange.status);
      if (again instanceof Answer) return;
      await again.until('message.start');
      row.equals(again, again.messageId, lost.messageId, '/message_id');
      await again.rest();
      row.holds(again, again.terminal !== undefined, 'a terminal event', again.terminal?.type);
    },
  }),

  check({
    id: 'idempotency.replay.cancelled',
    requirements: ['idempotency.replay.cancelled'],
    needs: ['scenario:long_turn'],
    async run(t) {
      const sent = { chatId: t.freshId(), key: t.freshId() };
      const stream = await t.running(t.scenario('long_turn'), sent);
      t.given(await t.main.act(sent.chatId, 'cancel', {}));
      const ended = await stream.rest();
      t.assume(ended?.type === 'message.cancelled', 'the turn ended before it was cancelled');
      const again = await t.open(t.scenario('long_turn'), sent);
      const replayed = await again.rest();

      t.expect('idempotency.replay.cancelled').equals(again, replayed?.type, 'message.cancelled');
    },
  }),

  check({
    id: 'idempotency.replay.across-sends',
    requirements: ['idempotency.replay.across-sends'],
    async run(t) {
      const sent = { chatId: t.freshId(), key: t.freshId() };
      const turn = t.plain({ permission_mode: 'auto' });
      t.given(await t.main.send(turn, sent));
      const again = await t.attempt('streaming', turn, sent);
      if (!(again instanceof Answer)) await again.rest();

      await expectOneTurn(t, sent.chatId, 'idempotency.replay.across-sends');
    },
  }),

  check({
    id: 'idempotency.running-key',
    requirements: ['idempotency.key.running-or-stored'],
    needs: ['scenario:long_turn'],
    async run(t) {
      const sent = { chatId: t.freshId(), key: t.freshId() };
      const turn = t.scenario('long_turn');
      const running = await t.running(turn, sent);
      const row = t.expect('idempotency.key.running-or-stored');

      const early = await t.attempt('streaming', turn, sent);
      if (early instanceof Answer) row.failsWith(early, 'turn-in-progress');
      else row.holds(early, await isTold(early, running), 'a refusal, or this turn', early.messageId);
      t.given(await t.main.act(sent.chatId, 'cancel', {}));
      const late = await repeatUntilOver(t, turn, sent);
      if (late instanceof Answer) row.holds(late, false, 'the stored outcome', late.status);
      else row.holds(late, await isTold(late, running), 'the stored outcome', late.messageId);
    },
  }),
];

/** Whether a stream tells of this turn, or begins with a failure: it may open only to refuse. */
async function isTold(stream: LiveStream, turn: LiveStream): Promise<boolean> {
  const first = await stream.next();
  if (stream.messageId === turn.messageId || first?.type === 'message.error') return true;
  // A ping, or an event that the contract does not know, may come between.
  return (await stream.until(...TELLING))?.type === 'message.error';
}

/** Events that say what becomes of a turn. */
const TELLING = [...EVENTS.keys()].filter((type) => type !== 'message.start' && type !== 'ping');

const TWO_MINUTES = 120_000;

/** Streams a turn again until it is no longer in progress. @throws CannotGoOn when that takes too long */
async function repeatUntilOver(t: CheckContext, turn: Turn, sent: SendOptions): Promise<Answer | LiveStream> {
  const isOver = (came: Answer | LiveStream) =>
    !(came instanceof Answer && came.messageCode === 'api_v1_turn_in_progress');
  const came = await t.until(() => t.attempt('streaming', turn, sent), isOver, TWO_MINUTES);
  t.assume(isOver(came), 'the turn goes on although it was cancelled');
  return came;
}

/** However often it was sent, a turn ran once. */
async function expectOneTurn(t: CheckContext, chatId: string, requirement: string): Promise<void> {
  const history = t.given(await t.main.history(chatId));
  const turns = history.items.length;
  t.expect(requirement).holds(history, turns === 1, 'one turn', turns);
}
