import type { Actor } from '../../drive/actor.ts';
import { Answer } from '../../drive/answer.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import type { Channel, CheckContext } from './context.ts';

const MINUTE = 60_000;

/** Whether a send was refused because another turn runs in its chat. */
export function isBusy(sent: Answer | LiveStream): sent is Answer {
  return sent instanceof Answer && sent.messageCode === 'api_v1_chat_busy';
}

interface Patience {
  readonly actor?: Actor;
  /** How long a chat may stay busy, in milliseconds of the service's time. By default, a minute. */
  readonly within?: number;
  /** How it waits, as for `until`. */
  readonly every?: number;
  readonly least?: number;
}

/** Sends a turn to a chat, retries while the chat is still busy, and reads the turn to its end. */
export async function sendWhenFree(
  t: CheckContext,
  channel: Channel,
  chatId: string,
  { actor = t.main, within = MINUTE, ...pace }: Patience = {},
): Promise<Answer | LiveStream> {
  const turn = t.plain({ permission_mode: 'auto' });
  const isFree = (sent: Answer | LiveStream) => !isBusy(sent);
  const sent = await t.until(() => t.attempt(channel, turn, { chatId }, actor), isFree, within, pace);
  if (!(sent instanceof Answer)) await t.inTime(sent.rest());
  return sent;
}
