import type { LiveStream } from '../../drive/live-stream.ts';
import type { CheckContext } from './context.ts';
import { showListed } from './shown-turn.ts';
import { cancel } from './turns.ts';

/** Cancels a turn, and looks at its end and at the listing. The check names the three requirements among its own. */
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
