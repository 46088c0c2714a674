import type { JudgedEvent, StreamRuleFactory } from './rule.ts';

/** The terminal event has the ids of the turn and the chat from message.start. */
export const identity: StreamRuleFactory = (context) => {
  let opened: { readonly messageId: unknown; readonly chatId: unknown } | undefined;

  const sameTurn = (event: JudgedEvent) => {
    if (!opened) return;
    const { messageId, chatId } = opened;
    if (typeof messageId === 'number' && typeof event.data.id === 'number') {
      context.exercise('messages.id.equals-start');
      if (event.data.id !== messageId) {
        context.report('messages.id.equals-start', event, {
          pointer: '/id',
          expected: `${messageId}, the message_id of message.start`,
          actual: String(event.data.id),
        });
      }
    }
    if (typeof chatId === 'string' && typeof event.data.chat_id === 'string') {
      context.exercise('messages.chat-id.equals-start');
      if (event.data.chat_id.toLowerCase() !== chatId.toLowerCase()) {
        context.report('messages.chat-id.equals-start', event, {
          pointer: '/chat_id',
          expected: `${JSON.stringify(chatId)}, the chat_id of message.start`,
          actual: JSON.stringify(event.data.chat_id),
        });
      }
    }
  };

  return {
    on: {
      'message.start': (event) => {
        opened ??= { messageId: event.data.message_id, chatId: event.data.chat_id };
      },
      'message.completed': sameTurn,
      'message.cancelled': sameTurn,
    },
  };
};
