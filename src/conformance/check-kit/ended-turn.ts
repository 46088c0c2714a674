import type { LiveEvent, LiveStream } from '../drive/live-stream.ts';
import type { CheckContext } from './context.ts';
import { finish } from './turn-course.ts';
import { CannotGoOn } from './violation.ts';

type Terminal = 'message.completed' | 'message.cancelled' | 'message.error';

/** Reads a turn to its end, and answers what it asks. @throws CannotGoOn when it ends otherwise than the check needs it */
export async function endOf(t: CheckContext, stream: LiveStream, type: Terminal): Promise<LiveEvent> {
  const end = stream.terminal ?? (await finish(t, stream));
  if (end?.type === type) return end;
  throw new CannotGoOn(`the turn ended with ${end?.type ?? 'no terminal event'}, and not with ${type}`);
}
