/** Uses only types: at run time, nothing of the package is needed. */
import type { StreamEvent } from 'conversation-api';
import type { Client } from 'conversation-api/client';
import type { MessageStart, StreamEventType } from 'conversation-api/events';
import type { Chat } from 'conversation-api/types';

export function isStart(event: StreamEvent): event is { type: 'message.start'; data: MessageStart } {
  return event.type === ('message.start' satisfies StreamEventType);
}

export const nameOf = (client: Client, { id }: Chat): Promise<string | null> =>
  client.chats.get(id).then(({ name }) => name);
