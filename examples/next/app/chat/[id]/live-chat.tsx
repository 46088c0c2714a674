'use client';

import { Chat } from '@ai-sdk/react';
import { type ConversationMessage, ConversationTransport } from 'conversation-api/ai-sdk';
import { createRelayClient } from 'conversation-api/relay';
import { useState } from 'react';
import { ChatView } from '../../../chat-view.tsx';

interface LiveChatProps {
  readonly id: string;
  readonly history: ConversationMessage[];
}

const { stream } = createRelayClient({ url: '/api/relay' });
const transport = new ConversationTransport({ stream, keys: sessionStorage });

export function LiveChat({ id, history: messages }: LiveChatProps) {
  const [chat] = useState(() =>
    transport.connect(new Chat<ConversationMessage>({ id, messages, transport })),
  );
  return <ChatView chat={chat} />;
}
