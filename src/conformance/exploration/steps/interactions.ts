import type { Answer } from '../../drive/answer.ts';
import { RESOLVES } from '../../judge/consistency/question-book.ts';
import { isSurelyWithin, SURELY_PENDING } from '../../judge/timing.ts';
import type { ProfileFault } from '../../profile/profile.ts';
import { makeChat } from '../../suite/check-kit/chats.ts';
import { R } from '../../suite/check-kit/check.ts';
import type { CheckContext } from '../../suite/check-kit/context.ts';
import { type Asked, REFUSALS } from '../../suite/check-kit/interaction-replies.ts';
import { type Action, textOf } from '../step.ts';
import { type KnownTurn, type Owner, strangersOf, type World } from '../world.ts';
import { advance, kindOf } from './advance.ts';

/** When an interaction has certainly expired, in milliseconds. */
const EXPIRED = 130_000;
/** How long a turn may be quiet after an expiry. No exchange may take longer than 300 seconds in all. */
const SETTLED = 60_000;
/** How many times a sequence may wait for an interaction to expire. */
const MOST_WAITS = 1;
/** Long enough for two timestamps to differ by at least a second. */
const PAUSE = 2000;

export const interactionActions: readonly Action[] = [
  {
    name: 'answer',
    weight: 10,
    requirements: Object.values(RESOLVES),
    choices: { says: ['yes', 'no'] },
    offer: (world) => world.turnsThat(isAnswerable),
    async take(t, world, step) {
      const turn = world.turn(textOf(step, 'turn'));
      const asked = pendingOf(turn);
      const answer = await answerTo(t, turn, asked, step.says === 'yes');
      t.expect(RESOLVES[kindOf(asked)]).succeeds(answer);
      await goOn(t, turn, asked, step.says === 'no');
    },
    describe: ({ turn, says }) => `what turn ${turn} asks is answered with ${says}`,
  },

  {
    name: 'answer-again',
    weight: 9,
    requirements: [
      R['interactions.resolved.second-answer-refused'],
      R['interactions.cancelled-turn.refused'],
      R['interactions.expiry.not-found'],
      R['errors.decision-rejected.closed'],
      R['errors.action-not-pending.outcome-unknown'],
    ],
    choices: { says: ['yes', 'no'] },
    offer: (world) => world.turnsThat(({ closed, chat }) => closed !== undefined && chat.state === 'active'),
    async take(t, world, step) {
      const turn = world.turn(textOf(step, 'turn'));
      const { asked, by } = turn.closed as NonNullable<KnownTurn['closed']>;
      const again = await answerTo(t, turn, asked, step.says === 'yes');
      if (by === 'cancel') return t.expect('interactions.cancelled-turn.refused').isNoSuccess(again);
      if (by === 'time')
        return t.expect('interactions.expiry.not-found').failsWith(again, 'action-not-found');
      // The contract says the status alone.
      if (by === 'rejection')
        return t
          .expect('errors.decision-rejected.closed')
          .isTrue(again, again.status === 409 || again.status === 404, '409 or 404', again.status);
      // After some time, or once the turn has ended, the service may no longer know the interaction.
      const isFresh = turn.state === 'asking' || turn.state === 'held';
      const rows =
        isFresh && world.waits === 0
          ? (['action-not-pending'] as const)
          : (['action-not-pending', 'action-not-found'] as const);
      t.expect(
        by === 'doubt'
          ? 'errors.action-not-pending.outcome-unknown'
          : 'interactions.resolved.second-answer-refused',
      ).failsWith(again, ...rows);
    },
    describe: ({ turn, says }) => `the last question of turn ${turn} is answered again, with ${says}`,
  },

  {
    name: 'answer-elsewhere',
    weight: 3,
    requirements: [R['interactions.answer.own-turn-only']],
    offer: (world) =>
      asking(world).flatMap(({ name, chat }) =>
        world.activeChats
          .filter((other) => other !== chat && other.owner === chat.owner)
          .map((other) => ({ turn: name, chat: other.name })),
      ),
    async take(t, world, step) {
      const turn = world.turn(textOf(step, 'turn'));
      const { reply } = pendingOf(turn);
      const other = world.chat(textOf(step, 'chat'));
      const answer = await t.as(other.owner).act(other.id, reply.action, reply.body);
      t.expect('interactions.answer.own-turn-only').isNoSuccess(answer);
    },
    describe: ({ turn, chat }) =>
      `what turn ${turn} asks is answered in chat ${chat}, to which it does not belong`,
  },

  {
    name: 'act-as-stranger',
    weight: 5,
    requirements: [
      R['interactions.answer.own-credential-only'],
      R['interactions.state.owner-only'],
      R['cancel.action-id.own-only'],
    ],
    choices: { does: ['answers', 'cancels'], where: ['in its chat', 'in an own chat'] },
    offer: (world) =>
      asking(world).flatMap(({ name, chat }) => strangersOf(chat).map((as) => ({ turn: name, as }))),
    // The turn still waits for its answer, which later steps rely on.
    async take(t, world, step) {
      const turn = world.turn(textOf(step, 'turn'));
      const { actionId, reply } = pendingOf(turn);
      const stranger = t.as(textOf(step, 'as') as Owner);
      const isThere = step.where === 'in its chat';
      const chatId = isThere ? turn.chat.id : (await makeChat(t, {}, stranger)).id;
      if (step.does === 'cancels') {
        const cancelled = await stranger.act(chatId, 'cancel', { action_id: actionId });
        // In a chat of its own, the id may count as unknown.
        if (isThere) t.expect('cancel.action-id.own-only').isRefused(cancelled);
        return;
      }
      const answer = await stranger.act(chatId, reply.action, reply.body);
      t.expect('interactions.state.owner-only').isNoSuccess(answer);
      t.expect('interactions.answer.own-credential-only').failsWith(answer, 'not-found', 'action-not-found');
    },
    describe: ({ turn, as, does, where }) =>
      `${as} ${does} turn ${turn} of another credential by the id of what it asks, ${where}`,
  },

  {
    name: 'pause',
    weight: 3,
    waits: PAUSE,
    requirements: [],
    offer: () => [{}],
    take: (t) => t.wait(PAUSE),
    describe: () => 'two seconds pass',
  },

  {
    name: 'outwait',
    weight: 4,
    waits: EXPIRED,
    requirements: [],
    offer: (world) => (asking(world).length > 0 && world.waits < MOST_WAITS ? [{}] : []),
    async take(t, world) {
      const pending = asking(world);
      world.waits += 1;
      await t.wait(EXPIRED);
      for (const turn of pending) {
        if (turn.asked) turn.closed = { asked: turn.asked, by: 'time' };
        turn.asked = undefined;
        await advance(t, turn, SETTLED);
        // The contract does not say what the turn does next, and its next interaction may have expired too.
        if (turn.state !== 'over') turn.state = 'open';
        turn.asked = undefined;
      }
      // A turn of minutes may have ended by now.
      for (const turn of world.turns.values())
        if (turn.state === 'held' && turn.holding === 'long_turn') turn.state = 'open';
    },
    describe: () => 'nobody answers for 130 seconds',
  },
];

/** Records that an interaction was answered, and reads what its turn does then. */
export async function goOn(
  t: CheckContext,
  turn: KnownTurn,
  asked: Asked,
  isRefusal: boolean,
): Promise<void> {
  turn.closed = { asked, by: 'answer' };
  turn.hasRefusal ||= isRefusal;
  await advance(t, turn);
}

/** Whether a turn waits for an answer from its client. */
export function isAnswerable({ state, isLeft }: KnownTurn): boolean {
  return state === 'asking' && !isLeft;
}

/** The turns that wait for an answer, whether or not their client still reads them. */
function asking(world: World): readonly KnownTurn[] {
  return [...world.turns.values()].filter(({ state }) => state === 'asking');
}

/** An interaction that was raised long ago may have expired, and the contract does not say what its turn does then. */
export function doubtOldQuestions(t: CheckContext, world: World): void {
  for (const turn of asking(world)) {
    if (turn.asked && isSurelyWithin(t.span(turn.asked.askedAt), SURELY_PENDING)) continue;
    turn.state = 'open';
    turn.asked = undefined;
  }
}

/** The interaction that a turn waits for. It has certainly not expired when a step begins. */
export function pendingOf({ asked }: KnownTurn): Asked {
  if (!asked) throw new RangeError('the turn asks nothing');
  return asked;
}

/** Answers an interaction with yes or no, or with yes if the interaction allows nothing else. @param fault the outage that the answer meets */
export function answerTo(
  t: CheckContext,
  { chat }: KnownTurn,
  asked: Asked,
  isYes: boolean,
  fault: Partial<ProfileFault> = {},
): Promise<Answer> {
  const [refusal] = REFUSALS[kindOf(asked)];
  const { action, body } = asked.reply;
  const change = isYes ? undefined : refusal?.change(asked.asked);
  return t.as(chat.owner).act(chat.id, action, { ...body, ...change, ...fault.body }, fault.headers);
}
