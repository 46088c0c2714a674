/** A mutation of TanStack Query that sends a turn and can be repeated without running the turn twice. */
import type { MutationOptions } from '@tanstack/react-query';
import type { FetchClient } from 'conversation-api/fetch';
import type { TurnMessage } from 'conversation-api/types';

/** The variables of the mutation. TanStack Query passes the same ones to each repeat, also if it stores and restores the mutation. */
export interface TurnToSend {
  readonly chatId: string;
  readonly content: string;
  /** The Idempotency-Key of the turn. It is not made in `mutationFn`, which is called again for each repeat. */
  readonly key: string;
}

/** Call it once for each message of a person, not for each attempt. */
export function turnToSend(chatId: string, content: string): TurnToSend {
  return { chatId, content, key: crypto.randomUUID() };
}

/** The service has refused the turn, or the turn has failed. */
export class TurnFailedError extends Error {
  readonly code: string;

  constructor(status: number, code: string) {
    super(`${status} ${code}`);
    this.code = code;
  }
}

/** Options of `useMutation`, `setMutationDefaults` and `MutationObserver`. */
export function sendTurn(client: FetchClient): MutationOptions<TurnMessage, Error, TurnToSend> {
  return {
    mutationKey: ['send-turn'],
    async mutationFn({ chatId, content, key }) {
      const { data, error } = await client.POST('/api/v1/chats/{chat_id}/messages', {
        params: { path: { chat_id: chatId }, header: { 'Idempotency-Key': key } },
        body: { content, permission_mode: 'auto' },
      });
      if (error) throw new TurnFailedError(error.status, String(error.message_code));
      // openapi-fetch 0.17 has another type for an open set of strings.
      return data as TurnMessage;
    },
    retry: (failures, error) => mayRepeat(error, failures),
  };
}

/** With its key, each repeat is safe. But the answer to a repeat differs only if no answer came, or the service says so. */
function mayRepeat(error: Error, failures: number): boolean {
  if (!(error instanceof TurnFailedError)) return failures < 4;
  // The turn still runs, and its answer comes later.
  if (error.code === 'api_v1_turn_in_progress') return true;
  return failures < 4 && error.code === 'api_v1_core_unavailable';
}
