/** Shows one chat: `?chat=` and its id. Turns go through your server, so that the page has no token. */
import { Chat } from '@ai-sdk/react';
import { type ConversationMessage, ConversationTransport } from 'conversation-api/ai-sdk';
import { createRelayClient } from 'conversation-api/relay';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ChatView } from './chat-view.tsx';

const chatId = new URLSearchParams(location.search).get('chat') ?? '';
const { stream } = createRelayClient({ url: '/api/relay' });
const transport = new ConversationTransport({ keys: sessionStorage, stream });
const chat = new Chat<ConversationMessage>({ id: chatId, transport });
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <ChatView chat={chat} transport={transport} />
    </StrictMode>,
  );
}
