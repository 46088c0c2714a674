/** A form that sends a turn, and shows its answer as it comes. */
import type { ActionEvent } from 'conversation-api';
import { MessageForm } from './message-form.tsx';
import { Steps } from './steps.tsx';
import { type OpenTurn, useTurn } from './use-turn.ts';

export function TurnView({ open }: { readonly open: OpenTurn }) {
  const { state, questions, failure, send, answer, stop } = useTurn(open);
  return (
    <section>
      <MessageForm send={send} />
      <p role="status">{state.status}</p>
      <Steps steps={state.steps} />
      {questions.map((question) => (
        <Question key={question.data.action_id} question={question} answer={answer} />
      ))}
      {/* What a model says is text, never HTML. */}
      <article>{state.text}</article>
      {state.status === 'running' && (
        <button type="button" onClick={stop}>
          Stop
        </button>
      )}
      {state.error && <p role="alert">The turn failed: {state.error.code}</p>}
      {failure !== undefined && <p role="alert">{String(failure)}</p>}
    </section>
  );
}

interface QuestionProps {
  readonly question: ActionEvent;
  answer(question: ActionEvent, reply: Promise<unknown>): Promise<void>;
}

function Question({ question, answer }: QuestionProps) {
  if (question.kind !== 'tool_approval') return <p>The turn waits for an answer.</p>;
  const names = question.data.payload.tools.map(({ name }) => name).join(', ');
  return (
    <fieldset>
      <legend>May it use {names}?</legend>
      <button type="button" onClick={() => answer(question, question.approve())}>
        Allow
      </button>
      <button type="button" onClick={() => answer(question, question.decline())}>
        Refuse
      </button>
    </fieldset>
  );
}
