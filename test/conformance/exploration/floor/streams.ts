import { SENDS } from '../../../../generated/operation-groups.js';
import { withFreshKey } from '../../../../src/alterations/decorators/keys.ts';
import { changeFailures } from '../../../../src/alterations/decorators/rewrite-answers.ts';
import {
  isOf,
  noteEvents,
  rewriteEvents,
  TURN_ENDS,
} from '../../../../src/alterations/decorators/rewrite-events.ts';
import { rewriteAllItems } from '../../../../src/alterations/decorators/rewrite-lists.ts';
import { rewriteRequests } from '../../../../src/alterations/decorators/rewrite-requests.ts';
import { defect, type FloorDefect } from './defect.ts';
import { noteTurns, useOf } from './notes.ts';

export const STREAM_DEFECTS: readonly FloorDefect[] = [
  defect(
    'stream.terminal.after-save/second-stream-of-a-chat',
    'exactly one terminal event per turn, emitted after the result is saved',
    'From the second stream of a chat on, the first listing after a terminal event lacks the turn.',
    (exchange) => {
      const streamed = new Map<string | undefined, Set<number>>();
      const unsaved = new Set<number>();
      const noting = noteEvents(({ path }) => (event) => {
        if (!isOf(TURN_ENDS, event) || !('id' in event.data)) return;
        const turns = streamed.get(path.chat_id) ?? new Set();
        if (turns.size > 0 && !turns.has(event.data.id)) unsaved.add(event.data.id);
        streamed.set(path.chat_id, turns.add(event.data.id));
      });
      return rewriteAllItems('listMessages', (turns) => turns.filter(({ id }) => !unsaved.delete(id)))(
        noting(exchange),
      );
    },
  ),
  defect(
    'idempotency.replay.after-disconnect/runs-again',
    'Sending the same key again re-delivers that outcome without re-running.',
    'The key of a stream that its client left runs a new turn.',
    (exchange) => {
      const left = new Set<string>();
      const noting = rewriteEvents((request) => (event, sink) => {
        if (event.type === 'message.start') sink.onGone(() => left.add(useOf(request)));
        return [event];
      });
      return rewriteRequests(SENDS, (request) => (left.has(useOf(request)) ? withFreshKey(request) : {}))(
        noting(exchange),
      );
    },
  ),
  defect(
    'errors.chat-busy.message-id/first-turn-of-the-chat',
    'The chat already has a turn running (API or application); `data.message_id` identifies it',
    'The refusal of a send to a busy chat names the first turn of the chat.',
    (exchange) => {
      const first = new Map<string | undefined, number>();
      const noting = noteTurns(({ path }, id) => {
        if (!first.has(path.chat_id)) first.set(path.chat_id, id);
      });
      return changeFailures(
        SENDS,
        ({ message_code }) => message_code === 'api_v1_chat_busy',
        ({ data }, { path }) => ({
          data: { ...data, message_id: first.get(path.chat_id) ?? data.message_id },
        }),
      )(noting(exchange));
    },
  ),
];
