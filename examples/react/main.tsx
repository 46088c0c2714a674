/** Shows one chat: `?chat=` and its id. */
import { createRelayClient } from 'conversation-api/relay';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { TurnView } from './turn-view.tsx';

const relay = createRelayClient({ url: '/api/relay' });
const chatId = new URLSearchParams(location.search).get('chat') ?? '';
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <TurnView open={(content, signal) => relay.stream(chatId, { content }, { signal })} />
    </StrictMode>,
  );
}
