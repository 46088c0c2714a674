/** A chat of the AI SDK: text, thoughts, tools and sources as they come, and the outcome of a turn after a reload. */
import { type Chat, useChat } from '@ai-sdk/react';
import type { ConversationMessage } from 'conversation-api/ai-sdk';
import { type FormEvent, useState } from 'react';

interface ChatProps {
  /** Made by your page, and passed to `connect` of its transport, so that it goes on when this component goes away. */
  readonly chat: Chat<ConversationMessage>;
}

type Part = ConversationMessage['parts'][number];
type Answer = (id: string, approved: boolean) => void;

export function ChatView({ chat }: ChatProps) {
  const { messages, sendMessage, addToolApprovalResponse, status, error, stop } = useChat({
    chat,
    resume: true,
  });
  const [failure, setFailure] = useState('');
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('content'));
    event.currentTarget.reset();
    void sendMessage({ text });
  };
  // Rejects when the answer does not get through. The question is then open again.
  const answer = async (id: string, approved: boolean) => {
    setFailure('');
    await Promise.resolve(addToolApprovalResponse({ id, approved })).catch((reason) =>
      setFailure(String(reason)),
    );
  };
  const problem = failure || error?.message;
  return (
    <section>
      <form onSubmit={send}>
        <textarea name="content" aria-label="Your message" />
        <button type="submit">Send</button>
      </form>
      <p role="status">{status}</p>
      {messages.map(({ id, role, parts }) => (
        <article key={id} aria-label={role}>
          {parts.map((part, place) => (
            <PartView key={place} part={part} answer={answer} />
          ))}
        </article>
      ))}
      {status === 'streaming' && (
        <button type="button" onClick={stop}>
          Stop
        </button>
      )}
      {problem && <p role="alert">{problem}</p>}
    </section>
  );
}

function PartView({ part, answer }: { readonly part: Part; readonly answer: Answer }) {
  switch (part.type) {
    case 'text':
      return <p>{part.text}</p>;
    case 'reasoning':
      return (
        <details>
          <summary>{part.state === 'done' ? 'Thoughts' : 'Thinking'}</summary>
          {part.text}
        </details>
      );
    case 'dynamic-tool':
      return <Tool part={part} answer={answer} />;
    case 'source-document':
      return <cite>{part.title}</cite>;
    default:
      return null;
  }
}

interface ToolProps {
  readonly part: Extract<Part, { type: 'dynamic-tool' }>;
  readonly answer: Answer;
}

function Tool({ part: { toolName, input, state, approval }, answer }: ToolProps) {
  return (
    <fieldset>
      <legend>
        {toolName}: {state}
      </legend>
      <code>{JSON.stringify(input)}</code>
      {state === 'approval-requested' && approval && (
        <>
          <button type="button" onClick={() => answer(approval.id, true)}>
            Allow
          </button>
          <button type="button" onClick={() => answer(approval.id, false)}>
            Refuse
          </button>
        </>
      )}
    </fieldset>
  );
}
