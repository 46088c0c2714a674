import type { Answer } from '../../drive/answer.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import { R } from '../../suite/check-kit/check.ts';
import type { CheckContext } from '../../suite/check-kit/context.ts';
import { idOf } from '../../suite/check-kit/running-turn.ts';
import { cancel } from '../../suite/check-kit/turns.ts';
import { type Action, type Step, textOf } from '../step.ts';
import { isActive, type KnownTurn, type World } from '../world.ts';
import { advance, noteEnd } from './advance.ts';
import { isAnswerable, pendingOf } from './interactions.ts';

/** Cancelling a turn, with and without the id of its interaction. */
export const cancelActions: readonly Action[] = [
  {
    name: 'cancel',
    weight: 6,
    requirements: [
      R['cancel.turn.live-turn'],
      R['cancel.turn.ends-cancelled'],
      R['cancel.turn.finished-is-ok'],
      R['cancel.turn.exists'],
      R['messages.status.cancelled-in-history'],
    ],
    // The contract does not say how the service answers a cancellation in a chat without turns.
    offer: (world) =>
      world.chatsThat(
        (chat) =>
          isActive(chat) &&
          world.turnsOf(chat).length > 0 &&
          (world.liveTurn(chat) !== undefined || world.openTurn(chat) !== undefined || world.isIdle(chat)),
      ),
    take: cancelTurn,
    describe: ({ chat }) => `the turn in chat ${chat} is cancelled`,
  },

  {
    name: 'cancel-by-id',
    weight: 3,
    requirements: [R['cancel.action-id.cancels-its-turn'], R['interactions.cancelled-turn.refused']],
    offer: (world) => world.turnsThat(isAnswerable),
    // The contract does not say whether this ends the turn or the interaction alone.
    async take(t, world, step) {
      const turn = world.turn(textOf(step, 'turn'));
      const asked = pendingOf(turn);
      const answer = await cancel(t, turn.chat.id, { action_id: asked.actionId }, t.as(turn.chat.owner));
      t.expect('cancel.action-id.cancels-its-turn').succeeds(answer, 200);
      turn.hasRefusal = true;
      await advance(t, turn, SOON);
      if (turn.end === 'cancelled') turn.closed = { asked, by: 'cancel' };
    },
    describe: ({ turn }) => `turn ${turn} is cancelled by the id of what it asks`,
  },
];

/** How soon a cancelled turn ends if no client reads its stream, in milliseconds of the service's time. */
export const SOON = 60_000;

async function cancelTurn(t: CheckContext, world: World, step: Step): Promise<void> {
  const chat = world.chat(textOf(step, 'chat'));
  const turn = world.liveTurn(chat) ?? world.openTurn(chat);
  const actor = t.as(chat.owner);
  if (turn?.running) {
    const ended = await turn.running.cancel();
    Object.assign(turn, { state: 'over', end: 'cancelled', messageId: idOf(ended) });
    return;
  }
  const answer = await cancel(t, chat.id, {}, actor);
  if (!turn) return t.expect('cancel.turn.finished-is-ok').succeeds(answer, 200);
  const isLive = turn.state !== 'open';
  // It succeeds whether the turn still runs or not.
  t.expect(isLive ? 'cancel.turn.live-turn' : 'cancel.turn.exists').succeeds(answer, 200);
  if (turn.stream && !turn.isLeft) return expectCancelled(t, turn, turn.stream, isLive && !turn.fault);
  closeQuestion(turn);
  // The contract does not say whether its cancellation is saved either.
  if (turn.fault) {
    turn.state = 'open';
    return;
  }
  const status = () => actor.history(chat.id);
  const shown = await t.until(status, ({ items }) => statusIn(items, turn) === 'cancelled', SOON);
  t.expect('messages.status.cancelled-in-history').equals(
    shown,
    statusIn(shown.items, turn),
    'cancelled',
    '/data',
  );
  noteEnd(turn, 'message.cancelled');
}

/** Whether only one end of a turn is correct once it is cancelled: it runs, and no fault may keep its end from being saved. */
export function isCancellable({ state, stream, isLeft, fault, chat }: KnownTurn): boolean {
  return (
    (state === 'asking' || state === 'held') && stream !== undefined && !isLeft && !fault && isActive(chat)
  );
}

/** Reads a turn that was cancelled to its end. @param isCertain whether it must end as cancelled */
export async function expectCancelled(
  t: CheckContext,
  turn: KnownTurn,
  stream: LiveStream,
  isCertain = true,
): Promise<void> {
  closeQuestion(turn);
  const end = await t.inTime(stream.rest());
  noteEnd(turn, end?.type);
  if (isCertain) t.expect('cancel.turn.ends-cancelled').equals(stream, end?.type, 'message.cancelled');
}

function closeQuestion(turn: KnownTurn): void {
  if (turn.asked) turn.closed = { asked: turn.asked, by: 'cancel' };
  turn.asked = undefined;
}

/** The status that a listing shows of a turn. */
export function statusIn(items: Answer['items'], { messageId }: KnownTurn): unknown {
  return items.find(({ id }) => id === messageId)?.status;
}
