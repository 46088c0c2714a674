import type { Turn } from '../../drive/actor.ts';
import { Answer } from '../../drive/answer.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import type { Channel, CheckContext } from './context.ts';
import type { Sent } from './running-turn.ts';
import { finish } from './turns.ts';

/** Sends a turn and reads it to its end. */
export async function attempt(
  t: CheckContext,
  channel: Channel,
  turn: Turn,
  sent: Sent,
): Promise<Answer | LiveStream> {
  const came = await t.attempt(channel, turn, sent);
  if (!(came instanceof Answer)) await finish(t, came);
  return came;
}

/** Whether a send completed its turn, or replayed a completed one. */
export function isRun(sent: Answer | LiveStream): boolean {
  return sent instanceof Answer ? sent.isSuccess : sent.terminal?.type === 'message.completed';
}

/** Whether a send was refused, so that its turn did not run. */
export function isRefused(sent: Answer | LiveStream): boolean {
  return sent instanceof Answer && sent.isRefusal;
}

/** Changes that clearly make the body of a turn a different one. */
export const OTHER_BODIES: readonly ((turn: Turn) => Turn)[] = [
  (turn) => ({ ...turn, content: `Something else, then. ${turn.content}` }),
  (turn) => ({ ...turn, content: `${turn.content} And one thing more.` }),
  (turn) => ({ ...turn, metadata: { order: 4711 } }),
  (turn) => ({ ...turn, metadata: { order: 4410, none: { nested: 1 } } }),
  // Removing these members changes only a turn that has them.
  ...['attachments', 'principal_agent_id'].map((member) => (turn: Turn) => without(turn, member)),
];

function without(turn: Turn, member: string): Turn {
  return Object.fromEntries(Object.entries(turn).filter(([name]) => name !== member)) as Turn;
}
