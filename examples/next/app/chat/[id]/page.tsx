/** Shows a chat with its history. */
import { ConversationApiError } from 'conversation-api';
import { toUIMessages } from 'conversation-api/ai-sdk';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { client, mayUse } from '../../../service.ts';
import { Chat } from './chat.tsx';

export default async function Page({ params }: { readonly params: Promise<{ readonly id: string }> }) {
  const { id } = await params;
  if (!(await mayUse(await headers(), id))) notFound();
  const turns = await client.turns.list(id).all({ limit: Number.POSITIVE_INFINITY }).catch(noneYet);
  return <Chat key={id} id={id} history={toUIMessages(turns)} />;
}

/** A chat without a turn does not exist yet. */
function noneYet(error: unknown): [] {
  if (error instanceof ConversationApiError && error.kind === 'not-found') return [];
  throw error;
}
