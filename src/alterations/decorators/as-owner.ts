import type { Exchange, HttpAnswer, HttpRequest } from '../../reference/http/exchange.ts';
import type { OperationId } from '../../reference/http/operation.ts';
import { answerInstead, withHeader } from './rewrite.ts';

/** Operations on a chat that is not found are done all the same, as the credential that made it. */
export function asOwner(...operations: readonly OperationId[]): (exchange: Exchange) => Exchange {
  return (exchange) => {
    const owners = new Map<string, string | undefined>();
    const noting: Exchange = async (request) => {
      const answer = await exchange(request);
      const chatId = chatOf(request, answer);
      if (answer.status === 200 && chatId !== undefined && !owners.has(chatId))
        owners.set(chatId, request.header('authorization'));
      return answer;
    };
    return answerInstead(operations, async (request, sound) => {
      const answer = await sound(request);
      const owner = owners.get(request.path.chat_id ?? '');
      if (answer.status !== 404 || owner === undefined) return answer;
      return sound({ ...request, ...withHeader(request, 'authorization', owner) });
    })(noting);
  };
}

function chatOf({ operation, path }: HttpRequest, answer: HttpAnswer): string | undefined {
  if (operation.operationId !== 'createChat' || 'open' in answer) return path.chat_id;
  return (answer.body as { readonly data?: { readonly id?: string } }).data?.id;
}
