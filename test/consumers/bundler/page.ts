/** A page that follows a turn. It uses only web standards, and is bundled. */
import { type Client, ConversationApiError, createClient, type StreamEvent } from 'conversation-api';
import { terminalEventTypes } from 'conversation-api/events';

export function connect(baseUrl: string, token: string): Client {
  return createClient({ baseUrl, token, fetch: (url, init) => fetch(url, init) });
}

export async function follow(client: Client, chatId: string, content: string): Promise<string> {
  const stream = client.turns.stream(chatId, { content, permission_mode: 'auto' });
  try {
    for await (const event of stream) show(event);
    return await stream.text();
  } catch (error) {
    if (error instanceof ConversationApiError && error.kind === 'stream-truncated') return stream.content;
    throw error;
  }
}

export async function first(client: Client, chatId: string, content: string): Promise<string | undefined> {
  await using stream = client.turns.stream(chatId, { content });
  for await (const text of stream.texts()) return text;
  return undefined;
}

function show(event: StreamEvent): void {
  if (event.type === 'message.delta') console.log(event.data.text);
}

export const isOver = (type: string): boolean => terminalEventTypes.some((terminal) => terminal === type);
