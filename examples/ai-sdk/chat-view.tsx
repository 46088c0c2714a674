/** A chat of the AI SDK: answers as they come, steps, questions, and the outcome of a turn after a reload. */
import { type Chat, useChat } from '@ai-sdk/react';
import type { ActionEvent } from 'conversation-api';
import type { ConversationMessage, ConversationTransport } from 'conversation-api/ai-sdk';
import type { TurnState } from 'conversation-api/follow';
import { type FormEvent, useState } from 'react';

interface ChatProps {
  /** Made outside of the component: a chat that the component makes is stopped when it goes away. */
  readonly chat: Chat<ConversationMessage>;
  readonly transport: ConversationTransport;
}

export function ChatView({ chat, transport }: ChatProps) {
  const { messages, sendMessage, status, error, stop } = useChat({ chat, resume: true });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void sendMessage({ text: String(new FormData(event.currentTarget).get('content')) });
  };
  return (
    <section>
      <form onSubmit={submit}>
        <textarea name="content" aria-label="Your message" />
        <button type="submit">Send</button>
      </form>
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
      <ol>
        {turn.steps.map(({ label, label_code, status, timestamp }) => (
          <li key={`${label_code} ${timestamp}`}>
            {label}: {status}
          </li>
        ))}
      </ol>
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
