/** A chat of the AI SDK: answers as they come, steps, questions, and the outcome of a turn after a reload. */
import { type Chat, useChat } from '@ai-sdk/react';
import type { ActionEvent } from 'conversation-api';
import type { ConversationMessage, ConversationTransport } from 'conversation-api/ai-sdk';
import type { TurnState } from 'conversation-api/follow';
import { useState } from 'react';
import { MessageForm } from '../react/message-form.tsx';
import { Steps } from '../react/steps.tsx';

interface ChatProps {
  /** Made outside of the component: a chat that the component makes is stopped when it goes away. */
  readonly chat: Chat<ConversationMessage>;
  readonly transport: ConversationTransport;
}

export function ChatView({ chat, transport }: ChatProps) {
  const { messages, sendMessage, status, error, stop } = useChat({ chat, resume: true });
  return (
    <section>
      <MessageForm send={(text) => sendMessage({ text })} />
      <p role="status">{status}</p>
      {messages.map(({ id, role, parts }) => (
        <article key={id} aria-label={role}>
          {parts.map((part) => {
            if (part.type === 'text') return <p key="text">{part.text}</p>;
            return part.type === 'data-turn' && <Turn key="turn" turn={part.data} transport={transport} />;
          })}
        </article>
      ))}
      {status === 'streaming' && (
        <button type="button" onClick={stop}>
          Stop
        </button>
      )}
      {error && <p role="alert">{error.message}</p>}
    </section>
  );
}

function Turn({ turn, transport }: { readonly turn: TurnState; readonly transport: ConversationTransport }) {
  const [failure, setFailure] = useState('');
  const reply = async (question: ActionEvent, isAllowed: boolean) => {
    if (question.kind !== 'tool_approval') throw new TypeError('this page only asks about tools');
    return isAllowed ? question.approve() : question.decline();
  };
  const answer = (id: string, isAllowed: boolean) =>
    transport
      .answer(id, (question) => reply(question, isAllowed))
      .catch((error) => setFailure(String(error)));
  return (
    <>
      <Steps steps={turn.steps} />
      {turn.interactions.map(({ action_id }) => (
        <fieldset key={action_id}>
          <legend>May it use the tool?</legend>
          <button type="button" onClick={() => answer(action_id, true)}>
            Allow
          </button>
          <button type="button" onClick={() => answer(action_id, false)}>
            Refuse
          </button>
        </fieldset>
      ))}
      {failure && <p role="alert">{failure}</p>}
    </>
  );
}
