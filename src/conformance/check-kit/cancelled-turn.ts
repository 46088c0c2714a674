import type { RequirementId } from '../../../generated/ids.d.ts';
import type { LiveStream } from '../drive/live-stream.ts';
import type { CheckContext } from './context.ts';
import { showListed } from './shown-turn.ts';
import { cancel } from './turns.ts';

/** What shows that a turn was cancelled well before its end. */
export const CANCELLED = [
  // If a turn is cancelled well before its end, its stream ends with message.cancelled.
  'cancel.turn.ends-cancelled',
  // A turn whose stream ended with message.cancelled reads `cancelled` in the listing.
  'messages.status.cancelled-in-history',
  // The `content` of a cancelled turn holds what was generated before the cut.
  'states.cancelled.partial-content',
] as const satisfies readonly RequirementId[];

/** Cancels a turn, and looks at its end and at the listing. */
export async function expectCancelled(t: CheckContext, stream: LiveStream): Promise<void> {
  const { chatId, messageId } = stream;
  t.given(await cancel(t, chatId));
  const end = await t.inTime(stream.rest());
  t.expect('cancel.turn.ends-cancelled').equals(stream, end?.type, 'message.cancelled');
  const content = end?.data.content;
  const hasShown = stream.events.some(({ data }) => typeof data.text === 'string' && data.text !== '');
  t.expect('states.cancelled.partial-content').holds(
    stream,
    typeof content === 'string' && (content !== '' || !hasShown),
    'the text that was generated before the cut',
    content,
    '/content',
  );
  const { source, turn } = await showListed(t, chatId, messageId);
  t.expect('messages.status.cancelled-in-history').equals(source, turn.status, 'cancelled');
}
