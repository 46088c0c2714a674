import { findScript } from '../../rig/script/find-script.ts';
import type { Actor, Turn } from '../drive/actor.ts';
import type { Answer } from '../drive/answer.ts';
import type { LiveEvent, LiveStream } from '../drive/live-stream.ts';
import { isTerminal } from '../judge/rules/event-names.ts';
import type { CheckContext } from './context.ts';
import { type Choice, replyTo } from './interaction-replies.ts';

/** A model may ask again, but one that asks this often runs in a circle. */
const MOST_QUESTIONS = 20;

/** The next thing that a turn does. @returns undefined when nothing but pings comes for a long time, or the stream is over */
export function nextMove(t: CheckContext, stream: LiveStream): Promise<LiveEvent | undefined> {
  return t.inTime(readMove(stream));
}

async function readMove(stream: LiveStream): Promise<LiveEvent | undefined> {
  let event = await stream.next();
  while (event?.type === 'ping') event = await stream.next();
  return event;
}

/**
 * Reads a turn to its terminal event, and answers whatever else it asks.
 *
 * @returns undefined when it stands still, or the stream is over without one
 */
export async function finish(
  t: CheckContext,
  stream: LiveStream,
  choice: Choice = {},
): Promise<LiveEvent | undefined> {
  let questions = 0;
  for (let event = await nextMove(t, stream); event; event = await nextMove(t, stream)) {
    if (isTerminal(event.type)) return event;
    const reply = event.type === 'message.action_required' ? replyTo(event, choice) : undefined;
    if (!reply) continue;
    questions += 1;
    t.assume(questions <= MOST_QUESTIONS, 'the turn asks again and again');
    await t.main.act(stream.chatId, reply.action, reply.body);
  }
  return undefined;
}

/** A chat of the actor's, with a turn that has finished. */
export async function chatOf(t: CheckContext, actor: Actor = t.main): Promise<string> {
  const chatId = t.freshId();
  t.given(await actor.send(t.plain(), { chatId }));
  return chatId;
}

/** Cancels a chat's turn. @throws CannotGoOn when that could not be delivered, for which no turn has to answer */
export async function cancel(t: CheckContext, chatId: string, body: object = {}): Promise<Answer> {
  const answered = await t.main.act(chatId, 'cancel', body);
  t.assume(answered.status !== 502, 'the cancellation was not delivered');
  return answered;
}

/** Whether the model takes the same course each time. */
export function isScripted({ content }: Turn): boolean {
  return findScript(content) !== undefined;
}

/** Whether the turn's answer is sure to repeat what its tools returned: only a script makes that sure. */
export function repeatsResults({ content }: Turn): boolean {
  return findScript(content)?.some((act) => 'echo' in act && act.echo === 'results') ?? false;
}
