/** The page's part of a relay: it reads turns from your server, and answers their questions through it. */
import { readRelayedTurn, type TurnStream } from 'conversation-api/relay';

/**
 * Sends a turn through your server.
 * @param idempotencyKey Reads the outcome of the turn that was sent with it, if there is one. Default: your server chooses one.
 * @throws Error with the kind of the failure, if the server refuses it
 */
export async function openTurn(
  chatId: string,
  content: string,
  signal?: AbortSignal,
  idempotencyKey?: string,
): Promise<TurnStream> {
  const { body } = await post('/turns', { chatId, content, idempotencyKey }, signal);
  if (!body) throw new Error('the server sent no events');
  return readRelayedTurn(body, {
    signal,
    interactions: {
      approveTool: answer('approveTool'),
      respondPlan: answer('respondPlan'),
      respondElicitation: answer('respondElicitation'),
      cancelAuth: answer('cancelAuth'),
      cancelTurn: answer('cancelTurn'),
    },
  });
}

/** Makes a method of `interactions` that calls the server. */
function answer<Result>(name: string) {
  return async (chatId: string, body: object = {}): Promise<Result> => {
    const response = await post('/answers', { name, chatId, body });
    return response.json();
  };
}

async function post(path: string, value: object, signal: AbortSignal | null = null): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(value), signal });
  if (response.ok) return response;
  const { kind } = await response.json();
  throw new Error(`the server refused: ${kind}`);
}
