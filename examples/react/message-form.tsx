/** The form with which a person writes a message. */
import type { FormEvent } from 'react';

export function MessageForm({ send }: { readonly send: (content: string) => Promise<void> }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send(String(new FormData(event.currentTarget).get('content')));
  };
  return (
    <form onSubmit={submit}>
      <textarea name="content" aria-label="Your message" />
      <button type="submit">Send</button>
    </form>
  );
}
