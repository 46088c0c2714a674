import type { SendOptions, Turn } from '../../drive/actor.ts';
import { Answer } from '../../drive/answer.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import type { CheckContext } from './context.ts';

/** Repeats a send to the streaming endpoint, and reads the stream to its end. */
export async function replayOf(t: CheckContext, turn: Turn, sent: SendOptions): Promise<Answer | LiveStream> {
  const again = await t.attempt('streaming', turn, sent);
  if (!(again instanceof Answer)) await again.rest();
  return again;
}

/** Whether a repeated send shows that the turn has ended. A target may report a running turn on the stream. */
export function isOver(again: Answer | LiveStream): boolean {
  return codeOf(again) !== 'api_v1_turn_in_progress';
}

/** The code of a failure, whichever way it came. */
export function codeOf(sent: Answer | LiveStream): unknown {
  return sent instanceof Answer ? sent.messageCode : sent.terminal?.data.code;
}
