import type { Actor } from '../../drive/actor.ts';
import { Answer } from '../../drive/answer.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import type { Channel, CheckContext } from './context.ts';

const MINUTE = 60_000;

/** Whether a send was refused because another turn runs in its chat. */
export function isBusy(sent: Answer | LiveStream): sent is Answer {
  return sent instanceof Answer && sent.messageCode === 'api_v1_chat_busy';
}

/** Sends a turn to a chat, retries for a minute while the chat is still busy, and reads the turn to its end. */
export async function sendWhenFree(
  t: CheckContext,
  channel: Channel,
  chatId: string,
  actor: Actor = t.main,
): Promise<Answer | LiveStream> {
  const turn = t.plain({ permission_mode: 'auto' });
  const isFree = (sent: Answer | LiveStream) => !isBusy(sent);
  const sent = await t.until(() => t.attempt(channel, turn, { chatId }, actor), isFree, MINUTE);
  if (!(sent instanceof Answer)) await t.inTime(sent.rest());
  return sent;
}
