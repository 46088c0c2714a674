import type { LiveStream } from '../../drive/live-stream.ts';
import { R } from './check.ts';
import type { CheckContext } from './context.ts';
import { showListed } from './shown-turn.ts';
import { cancel } from './turns.ts';

/** The requirements that `expectCancelled` checks. */
export const CANCELLED_ROWS = [
  R['cancel.turn.live-turn'],
  R['cancel.turn.ends-cancelled'],
  R['cancel.turn.ok-means-delivered'],
  R['messages.status.cancelled-in-history'],
  R['states.cancelled.content-may-be-empty'],
  R['states.cancelled.partial-content'],
] as const;

/**
 * Cancels a turn, then checks how it ends and how its chat's listing shows it.
 *
 * @param within how long the turn may take to end, in milliseconds of the service's time
 * @returns the content of its message.cancelled
 */
export async function expectCancelled(t: CheckContext, stream: LiveStream, within?: number): Promise<string> {
  const { chatId, messageId } = stream;
  t.expect('cancel.turn.live-turn').succeeds(await cancel(t, chatId), 200);
  const end = await t.inTime(stream.rest(), within);
  t.expect('cancel.turn.live-turn', 'cancel.turn.ends-cancelled', 'cancel.turn.ok-means-delivered').equals(
    stream,
    end?.type,
    'message.cancelled',
  );
  const content = end?.data.content;
  const hasShown = stream.events.some(({ data }) => typeof data.text === 'string' && data.text !== '');
  const claim = t.expect('states.cancelled.content-may-be-empty');
  claim.isTrue(stream, typeof content === 'string', 'a string, possibly empty', content, '/content');
  const generated = 'the text that was generated before the cut';
  const isKept = content !== '' || !hasShown;
  t.expect('states.cancelled.partial-content').isTrue(stream, isKept, generated, content, '/content');
  const { source, turn } = await showListed(t, chatId, messageId);
  t.expect('messages.status.cancelled-in-history').equals(source, turn.status, 'cancelled');
  return String(content);
}
