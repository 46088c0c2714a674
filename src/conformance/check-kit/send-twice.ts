import type { Turn } from '../drive/actor.ts';
import type { Answer } from '../drive/answer.ts';
import type { CheckContext } from './context.ts';

/** Milliseconds for which both may be left without an answer, before the turn is cancelled. */
const PATIENCE = 240_000;

/**
 * Sends a turn that goes on for long to the blocking endpoint, and under the same key once more while it runs; then cancels it.
 * Either of the two may be the one that came first.
 */
export async function sendTwice(t: CheckContext, turn: Turn): Promise<readonly [Answer, Answer]> {
  const sent = { chatId: t.freshId(), key: t.freshId(), patience: PATIENCE };
  // The chat exists, so that the two have nothing but the turn in common.
  t.given(await t.main.send(t.plain(), { chatId: sent.chatId }));
  const first = t.main.send(turn, sent);
  const second = t.wait(1000).then(() => t.main.send(turn, sent));
  const cancelled = t.inTime(Promise.race([first, second])).then(() => t.main.act(sent.chatId, 'cancel', {}));
  const [one, other] = await Promise.all([first, second, cancelled]);
  return [one, other];
}
