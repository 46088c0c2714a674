import { Answer } from '../../drive/answer.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import { RESOLVES } from '../../judge/consistency/question-book.ts';
import { R } from '../../suite/check-kit/check.ts';
import { CHANNELS, type Channel, type CheckContext } from '../../suite/check-kit/context.ts';
import { isRun } from '../../suite/check-kit/ended-turn.ts';
import { idOf, type Sent } from '../../suite/check-kit/running-turn.ts';
import { NOT_RERUN } from '../../suite/check-kit/send-rows.ts';
import { lackOfCourse, turnOf } from '../course.ts';
import { type Action, type Target, textOf } from '../step.ts';
import type { World } from '../world.ts';
import { advance, kindOf, noteEnd } from './advance.ts';
import { answerTo, goOn, isAnswerable, pendingOf } from './interactions.ts';
import { newTurn, newTurns } from './new-turn.ts';

/** Two requests that reach the service at the same moment, in an unknown order. */
export const atOnceActions: readonly Action[] = [
  {
    name: 'send-twice-at-once',
    weight: 3,
    requirements: [R['errors.turn-in-progress.answer'], ...Object.values(NOT_RERUN)],
    choices: { over: CHANNELS },
    offer: newTurnsInChats,
    async take(t, world, step) {
      const channel = textOf(step, 'over') as Channel;
      const turn = newTurn(t, world, step, t.plain({ permission_mode: 'auto' }), channel);
      const send = async () => {
        const sent = await t.attempt(channel, turn.body, turn.sent, t.as(turn.chat.owner));
        if (!(sent instanceof Answer)) await t.inTime(sent.rest());
        return sent;
      };
      const both = await Promise.all([send(), send()]);
      const [one, other] = both.filter(isRun);
      t.require(one !== undefined, 'neither of the two sends ran');
      for (const refused of both)
        if (refused instanceof Answer && !refused.isSuccess)
          t.expect('errors.turn-in-progress.answer').failsWith(
            refused,
            'turn-in-progress',
            'outcome-unknown',
          );
      if (!one) return;
      if (other) t.expect(NOT_RERUN[channel]).equals(other, idOf(other), idOf(one));
      turn.messageId = idOf(one);
      if (!(one instanceof Answer)) turn.stream = one;
      noteEnd(turn, 'message.completed');
      world.turns.set(turn.name, turn);
    },
    describe: ({ turn, chat, as, over }) =>
      `${as} sends turn ${turn} to chat ${chat} (${over}) twice at once, with the same key`,
  },

  {
    name: 'send-two-at-once',
    weight: 3,
    requirements: [R['states.chat.one-running-turn'], R['errors.chat-busy.answer']],
    lacksUnscripted: ({ as }, { holding }) =>
      lackOfCourse({ does: [], end: 'holds' }, as === 'other_user' ? undefined : holding),
    offer: newTurnsInChats,
    async take(t, world, step) {
      const body = turnOf(t, { does: [], end: 'holds' }, world);
      const turn = { ...newTurn(t, world, step, body, 'streaming'), holding: world.holding };
      const { chatId } = turn.sent;
      const actor = t.as(turn.chat.owner);
      const others = { chatId, key: t.freshId() };
      const send = (sent: Sent) => t.attempt('streaming', body, sent, actor);
      const [one, other] = await Promise.all([send(turn.sent), send(others)]);
      const [runs, refused] = one instanceof Answer ? [other, one] : [one, other];
      t.require(!(runs instanceof Answer), 'neither of the two sends ran');
      t.expect('states.chat.one-running-turn').isTrue(
        refused,
        refused instanceof Answer,
        'one running turn of two that were sent at once',
        'two running turns',
      );
      t.expect('errors.chat-busy.answer').failsWith(refused, 'chat-busy');
      const known = { ...turn, sent: runs === one ? turn.sent : others, stream: t.opened(runs) };
      world.turns.set(known.name, known);
      await advance(t, known);
      known.messageId = known.stream.messageId;
    },
    describe: ({ turn, chat, as }) =>
      `${as} sends two turns to chat ${chat} (streaming) at once, each of which does nothing until it is cancelled; the one that runs is turn ${turn}`,
  },

  {
    name: 'send-two-to-new-chat-at-once',
    weight: 2,
    requirements: [R['states.chat.one-running-turn']],
    lacksUnscripted: ({ as }, { holding }) =>
      lackOfCourse({ does: [], end: 'holds' }, as === 'other_user' ? undefined : holding),
    offer: (world) => newTurns(world).filter(({ chat }) => !world.chats.has(chat)),
    // Both would create the chat. The contract does not say how the service refuses the other one, or that it does not refuse both.
    async take(t, world, step) {
      const body = turnOf(t, { does: [], end: 'holds' }, world);
      const { chat, sent } = newTurn(t, world, step, body, 'streaming');
      const actor = t.as(chat.owner);
      const send = async (key: string) => {
        const came = await t.attempt('streaming', body, { chatId: chat.id, key }, actor);
        return { came, begin: came instanceof Answer ? undefined : await firstOf(t, came) };
      };
      const [one, other] = await Promise.all([send(sent.key), send(t.freshId())]);
      t.expect('states.chat.one-running-turn').isTrue(
        other.came,
        one.begin !== 'message.start' || other.begin !== 'message.start',
        'one running turn of two that were sent at once',
        'two running turns',
      );
      await actor.act(chat.id, 'cancel', {});
    },
    describe: ({ chat, as }) =>
      `${as} sends two turns to the new chat ${chat} (streaming) at once, each of which does nothing until it is cancelled`,
  },

  {
    name: 'answer-twice-at-once',
    weight: 3,
    requirements: [R['errors.action-not-pending.claimed'], ...Object.values(RESOLVES)],
    choices: { says: ['yes', 'no'] },
    offer: (world) => world.turnsThat(isAnswerable),
    async take(t, world, step) {
      const turn = world.turn(textOf(step, 'turn'));
      const asked = pendingOf(turn);
      const answer = () => answerTo(t, turn, asked, step.says === 'yes');
      const [one, other] = await Promise.all([answer(), answer()]);
      const [won, lost] = one.isSuccess ? [one, other] : [other, one];
      t.expect(RESOLVES[kindOf(asked)]).succeeds(won);
      // Once the turn has ended, the service may no longer know the interaction.
      t.expect('errors.action-not-pending.claimed').failsWith(lost, 'action-not-pending', 'action-not-found');
      await goOn(t, turn, asked, step);
    },
    describe: ({ turn, says }) => `what turn ${turn} asks is answered with ${says}, twice at once`,
  },
];

/** With which event a turn begins. A refusal may come on the stream. */
async function firstOf(t: CheckContext, stream: LiveStream): Promise<string | undefined> {
  return (await t.inTime(stream.until('message.start', 'message.error')))?.type;
}

/** A new turn in each chat that exists. If the chat did not exist, both sends would create it. */
function newTurnsInChats(world: World): readonly Target[] {
  return newTurns(world).filter(({ chat }) => world.chats.has(chat));
}
