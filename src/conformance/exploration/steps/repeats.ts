import { Answer } from '../../drive/answer.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import { R } from '../../suite/check-kit/check.ts';
import type { CheckContext } from '../../suite/check-kit/context.ts';
import { isRefused, isRun, OTHER_BODIES } from '../../suite/check-kit/ended-turn.ts';
import { expectRefusal } from '../../suite/check-kit/refused-turn.ts';
import { expectHiddenFromOthers, REPEATED_BY_OTHERS } from '../../suite/check-kit/repeated-by-others.ts';
import { idOf } from '../../suite/check-kit/running-turn.ts';
import { NOT_RERUN } from '../../suite/check-kit/send-rows.ts';
import { PRE_DISPATCH } from '../course.ts';
import { type Action, textOf } from '../step.ts';
import { isActive, type KnownTurn, type World } from '../world.ts';
import { SOON } from './cancels.ts';

const OTHER = 'the other endpoint';

/** Sends with a key that was used before. */
export const repeatActions: readonly Action[] = [
  {
    name: 'repeat',
    weight: 7,
    requirements: [
      R['idempotency.key.running-refused'],
      R['idempotency.key.running-or-stored'],
      NOT_RERUN.blocking,
      NOT_RERUN.streaming,
    ],
    choices: { over: ['its endpoint', OTHER] },
    offer: (world) => world.turnsThat((turn) => canRepeat(world, turn)),
    async take(t, world, step) {
      const turn = world.turn(textOf(step, 'turn'));
      if (step.over === OTHER) return repeatOverOther(t, turn);
      const again = await t.attempt(turn.channel, turn.body, turn.sent, t.as(turn.chat.owner));
      if (turn.state !== 'over') {
        const refused = await expectRefusal(
          t,
          again,
          'idempotency.key.running-refused',
          'idempotency.key.running-or-stored',
        );
        if (refused) t.expect('idempotency.key.running-refused').failsWith(refused, 'turn-in-progress');
        return;
      }
      if (!(again instanceof Answer)) await t.inTime(again.rest());
      expectReplay(t, turn, again);
    },
    describe: ({ turn, over }) => `turn ${turn} is sent again over ${over}, with the same key and body`,
  },

  {
    name: 'repeat-as-others',
    weight: 3,
    requirements: REPEATED_BY_OTHERS.requirements,
    needs: ['credential:other_user'],
    offer: (world) => world.turnsThat((turn) => canRepeat(world, turn)),
    async take(t, world, step) {
      const { body, sent, chat, messageId } = world.turn(textOf(step, 'turn'));
      const others = world.othersThan(chat);
      await expectHiddenFromOthers(t, { turn: body, chatId: chat.id, key: sent.key }, messageId, others);
    },
    describe: ({ turn }) => `other users send turn ${turn} again, with the same key and body`,
  },

  {
    name: 'reuse-key',
    weight: 4,
    requirements: [R['errors.idempotency-conflict.answer']],
    // While a turn runs, or its outcome is unknown, two refusals apply, and the contract does not say which one comes first.
    offer: (world) =>
      world.turnsThat((turn) => turn.state === 'over' && !turn.isRecovered && canRepeat(world, turn)),
    async take(t, world, step) {
      const turn = world.turn(textOf(step, 'turn'));
      const [change = (body) => body] = OTHER_BODIES;
      const refused = await t.attempt(turn.channel, change(turn.body), turn.sent, t.as(turn.chat.owner));
      t.expect('errors.idempotency-conflict.answer').failsWith(refused, 'idempotency-conflict');
    },
    describe: ({ turn }) => `another body is sent under the key of turn ${turn}`,
  },

  {
    name: 'reuse-key-elsewhere',
    weight: 2,
    requirements: [],
    // The contract does not say how far an idempotency key reaches, so any response is fine. Where the send runs a turn that does nothing
    // until it is cancelled, a blocking send would have no response.
    offer: (world) => world.turnsThat((turn) => canRepeat(world, turn) && turn.running === undefined),
    async take(t, world, step) {
      const { body, sent, channel, chat } = world.turn(textOf(step, 'turn'));
      const came = await t.attempt(channel, body, { ...sent, chatId: t.freshId() }, t.as(chat.owner));
      if (!(came instanceof Answer)) came.disconnect();
    },
    describe: ({ turn }) =>
      `the body and the key of turn ${turn} are sent to a chat of which nothing is known`,
  },
];

/**
 * Whether only one response to a repeated send is correct: the chat exists, and no other turn runs in it. Of a turn that was not
 * dispatched, the contract does not say whether its key is used up.
 */
function canRepeat(world: World, turn: KnownTurn): boolean {
  if (!isActive(turn.chat) && !turn.isRecovered) return false;
  const others = world.turnsOf(turn.chat).filter((other) => other !== turn);
  if (turn.state === 'open' || turn.state === 'recovering' || turn.fault === PRE_DISPATCH) return false;
  return others.every(({ state }) => state === 'over');
}

/**
 * Repeats a send over the other endpoint. The contract does not say whether that is a replay. If it shows the turn, the judge compares it with
 * all else that does; if it runs another one, nothing more is known of the chat.
 */
async function repeatOverOther(t: CheckContext, turn: KnownTurn): Promise<void> {
  const { body, sent, chat, messageId } = turn;
  const actor = t.as(chat.owner);
  const channel = turn.channel === 'blocking' ? 'streaming' : 'blocking';
  const send = async () => {
    const came = await t.attempt(channel, body, sent, actor);
    if (!(came instanceof Answer)) await came.rest();
    return came;
  };
  // Another turn may wait for ever.
  const again = await t.inTime(send(), SOON);
  if (turn.state !== 'over') {
    if (again) await expectRefusal(t, again, 'idempotency.key.running-or-stored');
    return;
  }
  if (again && (isRefused(again) || idOf(again) === messageId)) return;
  await actor.act(chat.id, 'cancel', {});
  chat.state = 'open';
}

function expectReplay(
  t: CheckContext,
  { channel, messageId, end, stream, isRecovered }: KnownTurn,
  again: Answer | LiveStream,
): void {
  // A replay may repeat for ever that the outcome is unknown.
  if (isRecovered && !isRun(again)) return;
  const claim = t.expect(NOT_RERUN[channel]);
  if (messageId !== undefined) claim.equals(again, idOf(again), messageId);
  // How the listing shows a turn that could not be saved is not yet how it ended.
  if (stream && !(again instanceof Answer) && end !== undefined && !isRecovered)
    claim.equals(again, again.terminal?.type, `message.${end}`);
}
