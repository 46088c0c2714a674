/** A form that sends a turn, and sends the same turn again if no answer came. */
import { useMutation } from '@tanstack/react-query';
import type { FetchClient } from 'conversation-api/fetch';
import type { FormEvent } from 'react';
import { sendTurn, turnToSend } from './send-turn.ts';

export function SendForm({ client, chatId }: { readonly client: FetchClient; readonly chatId: string }) {
  const { mutate, data, error, isPending, variables } = useMutation(sendTurn(client));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutate(turnToSend(chatId, String(new FormData(event.currentTarget).get('content'))));
  };
  return (
    <form onSubmit={submit}>
      <textarea name="content" aria-label="Your message" />
      <button type="submit" disabled={isPending}>
        Send
      </button>
      {data && <article>{data.content}</article>}
      {error && <p role="alert">{error.message}</p>}
      {error && variables && (
        // The same variables, and so the same key.
        <button type="button" onClick={() => mutate(variables)}>
          Try again
        </button>
      )}
    </form>
  );
}
