import { isNumber, isSameScalar, type JsonNumber } from '../../../exact-json/exact-number.ts';
import { excerpt } from '../excerpt.ts';
import { keyOf, TEXT_BYTES } from './bounded-set.ts';
import type { JudgedEvent, StreamRuleFactory } from './rule.ts';

/** The ids of message.start, as far as they have their types. An id may be as long as an event, so the chat's is kept as its key. */
interface Opened {
  readonly messageId: JsonNumber | undefined;
  readonly chat: { readonly key: string; readonly shown: string } | undefined;
}

/** The terminal event has the ids of the turn and the chat from message.start. */
export const identity: StreamRuleFactory = (context) => {
  let opened: Opened | undefined;

  const sameTurn = (event: JudgedEvent) => {
    if (!opened) return;
    const { messageId, chat } = opened;
    if (messageId !== undefined && isNumber(event.data.id)) {
      context.exercise('messages.id.equals-start');
      if (!isSameScalar(event.data.id, messageId)) {
        context.report('messages.id.equals-start', event, {
          pointer: '/id',
          expected: `${messageId}, the message_id of message.start`,
          actual: String(event.data.id),
        });
      }
    }
    if (chat && typeof event.data.chat_id === 'string') {
      context.exercise('messages.chat-id.equals-start');
      if (keyOf(event.data.chat_id.toLowerCase()) !== chat.key) {
        context.report('messages.chat-id.equals-start', event, {
          pointer: '/chat_id',
          expected: `${chat.shown}, the chat_id of message.start`,
          actual: excerpt(event.data.chat_id),
        });
      }
    }
  };

  return {
    on: {
      'message.start': (event) => {
        if (opened) return;
        opened = readIds(event);
        context.remember(2 * TEXT_BYTES);
      },
      'message.completed': sameTurn,
      'message.cancelled': sameTurn,
    },
  };
};

function readIds({ data: { message_id: messageId, chat_id: chatId } }: JudgedEvent): Opened {
  return {
    messageId: isNumber(messageId) ? messageId : undefined,
    chat:
      typeof chatId === 'string' ? { key: keyOf(chatId.toLowerCase()), shown: excerpt(chatId) } : undefined,
  };
}
