/** Shows one chat: `?chat=` and its id. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { openTurn } from '../relay/open-turn.ts';
import { TurnView } from './turn-view.tsx';

const chatId = new URLSearchParams(location.search).get('chat') ?? '';
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <TurnView open={(content, signal) => openTurn(chatId, content, signal)} />
    </StrictMode>,
  );
}
