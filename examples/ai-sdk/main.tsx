/** Shows one chat: `?chat=` and its id. Turns go through your server, so that the page has no token. */
import { ConversationTransport } from 'conversation-api/ai-sdk';
import { createRoot } from 'react-dom/client';
import { openTurn } from '../relay/open-turn.ts';
import { ChatView } from './chat-view.tsx';

const chatId = new URLSearchParams(location.search).get('chat') ?? '';
const transport = new ConversationTransport({
  keys: sessionStorage,
  stream: (id, { content }, { idempotencyKey }) => openTurn(id, content, undefined, idempotencyKey),
});
const root = document.getElementById('root');
if (root) createRoot(root).render(<ChatView chatId={chatId} transport={transport} messages={[]} />);
