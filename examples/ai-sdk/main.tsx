/** Shows one chat: `?chat=` and its id. Turns go through your server, so that the page has no token. */
import { Chat } from '@ai-sdk/react';
import { type ConversationMessage, ConversationTransport } from 'conversation-api/ai-sdk';
import { createRelayClient } from 'conversation-api/relay';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ChatView } from '../next/chat-view.tsx';

const id = new URLSearchParams(location.search).get('chat') ?? '';
const { stream } = createRelayClient({ url: '/api/relay' });
const transport = new ConversationTransport({ stream, keys: sessionStorage });
const chat = transport.connect(new Chat<ConversationMessage>({ id, transport }));
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <ChatView chat={chat} />
    </StrictMode>,
  );
}
