/** Sends the turns of pages with `DefaultChatTransport` of the AI SDK. */
import { createUIMessageStreamResponse } from 'ai';
import { ConversationApiError } from 'conversation-api';
import { openTurn, toUIMessageStream } from 'conversation-api/ai-sdk';
import { client, mayUse } from '../../../service.ts';

export async function POST(request: Request): Promise<Response> {
  // A page of another site can send JSON only as text.
  if (!request.headers.get('content-type')?.startsWith('application/json')) return refuse(415);
  const { id: chatId, messages } = Object(await request.json().catch(() => null));
  if (!(await mayUse(request.headers, chatId))) return refuse(403);
  try {
    const turn = await openTurn(client, { chatId, messages, signal: request.signal });
    return createUIMessageStreamResponse({ stream: toUIMessageStream(turn) });
  } catch (error) {
    // A page may send anything.
    if (error instanceof TypeError) return refuse(400);
    if (error instanceof ConversationApiError) return refuse(error.status ?? 502, error.kind);
    throw error;
  }
}

function refuse(status: number, kind = 'refused'): Response {
  return new Response(kind, { status });
}
