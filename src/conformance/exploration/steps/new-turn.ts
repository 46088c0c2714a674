import type { Turn } from '../../drive/actor.ts';
import type { Channel, CheckContext } from '../../suite/check-kit/context.ts';
import { type Step, type Target, textOf } from '../step.ts';
import { type KnownTurn, NAMES, nextName, type Owner, type World } from '../world.ts';
import { chatsToSendTo } from './chats.ts';

/** Where a new turn can be sent. */
export interface NewTurn extends Target {
  readonly turn: string;
  readonly chat: string;
  readonly as: Owner;
}

/** A new turn for each chat that can take one. */
export function newTurns(world: World): readonly NewTurn[] {
  const turn = nextName(world.turns, NAMES.turn);
  return turn === undefined ? [] : chatsToSendTo(world).map((target) => ({ turn, ...target }));
}

/** Records a turn that is about to be sent, possibly to a new chat. */
export function newTurn(t: CheckContext, world: World, step: Step, body: Turn, channel: Channel): KnownTurn {
  const name = textOf(step, 'chat');
  // A chat certainly exists once its first turn has ended successfully.
  const chat = world.chats.get(name) ?? world.addChat(name, t.freshId(), textOf(step, 'as') as Owner, 'open');
  const sent = { chatId: chat.id, key: t.freshId() };
  return { name: textOf(step, 'turn'), chat, body, sent, channel, state: 'open', isLeft: false };
}
