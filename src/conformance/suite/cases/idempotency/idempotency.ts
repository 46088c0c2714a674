import type { RequirementId } from '../../../../../generated/ids.d.ts';
import type { SendOptions, Turn } from '../../../drive/actor.ts';
import { Answer } from '../../../drive/answer.ts';
import type { LiveStream } from '../../../drive/live-stream.ts';
import { EVENTS } from '../../../judge/rules/event-names.ts';
import { check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';

/** Idempotency keys (section 4.2). Every check uses fresh keys and repeats a body byte for byte. */
export const idempotencyChecks = [
  check({
    id: 'idempotency.replay.after-disconnect',
    requirements: [R['idempotency.replay.after-disconnect']],
    needs: ['scenario:long_turn'],
    async run(t) {
      const sent = { chatId: t.freshId(), key: t.freshId() };
      const lost = await t.running(t.scenario('long_turn'), sent);
      lost.disconnect();
      // The turn would run for a long time without its client. Another check covers that it runs to its end.
      t.requireSuccess(await t.main.act(sent.chatId, 'cancel', {}));
      const again = await repeatUntilOver(t, t.scenario('long_turn'), sent);

      const claim = t.expect('idempotency.replay.after-disconnect');
      claim.isTrue(again, !(again instanceof Answer), 'the stored outcome', again.exchange.status);
      if (again instanceof Answer) return;
      await again.until('message.start');
      claim.equals(again, again.messageId, lost.messageId, '/message_id');
      await again.rest();
      claim.isTrue(again, again.terminal !== undefined, 'a terminal event', again.terminal?.type);
    },
  }),

  check({
    id: 'idempotency.replay.across-sends',
    requirements: [R['idempotency.replay.across-sends']],
    async run(t) {
      const sent = { chatId: t.freshId(), key: t.freshId() };
      const turn = t.plain({ permission_mode: 'auto' });
      t.requireSuccess(await t.main.send(turn, sent));
      const again = await t.attempt('streaming', turn, sent);
      if (!(again instanceof Answer)) await again.rest();

      await expectOneTurn(t, sent.chatId, 'idempotency.replay.across-sends');
    },
  }),

  check({
    id: 'idempotency.running-key',
    requirements: [R['idempotency.key.running-or-stored']],
    arranges: ['key-of-running-turn'],
    needs: ['scenario:long_turn'],
    async run(t) {
      const sent = { chatId: t.freshId(), key: t.freshId() };
      const turn = t.scenario('long_turn');
      const running = await t.running(turn, sent);
      const claim = t.expect('idempotency.key.running-or-stored');

      const early = await t.attempt('streaming', turn, sent);
      if (early instanceof Answer) claim.failsWith(early, 'turn-in-progress');
      else
        claim.isTrue(
          early,
          await isThisTurnOrRefusal(early, running),
          'a refusal, or this turn',
          early.messageId,
        );
      t.requireSuccess(await t.main.act(sent.chatId, 'cancel', {}));
      const late = await repeatUntilOver(t, turn, sent);
      if (late instanceof Answer) claim.isTrue(late, false, 'the stored outcome', late.status);
      else claim.isTrue(late, await isThisTurnOrRefusal(late, running), 'the stored outcome', late.messageId);
    },
  }),
];

/** Whether a stream shows this turn, or fails at its beginning: a stream may open only to report the refusal. */
async function isThisTurnOrRefusal(stream: LiveStream, turn: LiveStream): Promise<boolean> {
  const first = await stream.next();
  if (stream.messageId === turn.messageId || first?.type === 'message.error') return true;
  // Pings and unknown events may come first.
  return (await stream.until(...TURN_EVENTS))?.type === 'message.error';
}

/** Events that show the progress or the outcome of a turn. */
const TURN_EVENTS = [...EVENTS.keys()].filter((type) => type !== 'message.start' && type !== 'ping');

const TWO_MINUTES = 120_000;

/** Repeats the send of a streamed turn until the turn is no longer in progress. @throws CannotGoOn when it still is after two minutes */
async function repeatUntilOver(t: CheckContext, turn: Turn, sent: SendOptions): Promise<Answer | LiveStream> {
  const isOver = (sent: Answer | LiveStream) =>
    !(sent instanceof Answer && sent.messageCode === 'api_v1_turn_in_progress');
  const came = await t.until(() => t.attempt('streaming', turn, sent), isOver, TWO_MINUTES);
  t.require(isOver(came), 'the turn is still in progress after it was cancelled');
  return came;
}

/** Expects that the chat has exactly one turn, although the turn was sent several times. */
async function expectOneTurn(t: CheckContext, chatId: string, requirement: RequirementId): Promise<void> {
  const history = t.requireSuccess(await t.main.history(chatId));
  const turns = history.items.length;
  t.expect(requirement).isTrue(history, turns === 1, 'one turn', turns);
}
