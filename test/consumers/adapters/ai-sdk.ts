/** Sends a message like `useChat` of the AI SDK, through the module and through CommonJS. */
import { createRequire } from 'node:module';
import { createClient } from 'conversation-api';
import { type ConversationMessage, ConversationTransport } from 'conversation-api/ai-sdk';
import { startReferenceServer } from 'conversation-api/reference';

const required: typeof import('conversation-api/ai-sdk') = createRequire(import.meta.url)(
  'conversation-api/ai-sdk',
);
const server = await startReferenceServer();
try {
  const { turns } = createClient({ baseUrl: server.url, token: 'harbor-main' });
  const message: ConversationMessage = { id: '1', role: 'user', parts: [{ type: 'text', text: 'Hello' }] };
  for (const Transport of [ConversationTransport, required.ConversationTransport]) {
    const transport = new Transport({ stream: turns.stream });
    const sent = { chatId: crypto.randomUUID(), messages: [message], abortSignal: undefined };
    let last = '';
    for await (const { type } of await transport.sendMessages(sent)) last = type;
    if (last !== 'finish') throw new Error(`it ended with ${last}`);
  }
  console.log('done');
} finally {
  await server.close();
}
