import type { RequirementId } from '../../../generated/ids.d.ts';
import type { SendOptions, Turn } from '../drive/actor.ts';
import { Answer } from '../drive/answer.ts';
import type { LiveStream } from '../drive/live-stream.ts';
import type { Channel, CheckContext } from './context.ts';

/** The requirement that a repeated send shows the outcome of the first one. */
export const REPLAYED = {
  // A repeat of a finished blocking send with the same key and body returns a result equal to the first.
  blocking: 'idempotency.replay.same-result',
  // A repeat of a finished streaming send with the same key and body delivers the same message id and outcome
  // and runs no turn.
  streaming: 'idempotency.replay.stream-redelivers',
} as const satisfies Readonly<Record<Channel, RequirementId>>;

/** Sends a turn to the streaming endpoint again, and reads a stream to its end. */
export async function replayOf(t: CheckContext, turn: Turn, sent: SendOptions): Promise<Answer | LiveStream> {
  const again = await t.attempt('streaming', turn, sent);
  if (!(again instanceof Answer)) await again.rest();
  return again;
}

/** Whether a repeated send shows that the turn is over. A target may report a running turn in the stream. */
export function isOver(again: Answer | LiveStream): boolean {
  const code = again instanceof Answer ? again.messageCode : again.terminal?.data.code;
  return code !== 'api_v1_turn_in_progress';
}
