import type { Exchange, HttpAnswer, HttpRequest } from '../../reference/http/exchange.ts';
import type { Wrap } from '../alteration.ts';
import { retryRefused } from './answer-instead.ts';
import type { Operations } from './operations.ts';
import { withHeader } from './requests.ts';

/** If the chat of an operation is not found, retries with the token that created it. @param isMeant which requests it does that for */
export function asOwner(
  operations: Operations,
  isMeant: (request: HttpRequest) => boolean = () => true,
): Wrap {
  return (exchange) => {
    const owners = new Map<string, string | undefined>();
    const noting: Exchange = async (request) => {
      const answer = await exchange(request);
      const chatId = chatOf(request, answer);
      if (answer.status === 200 && chatId !== undefined && !owners.has(chatId))
        owners.set(chatId, request.header('authorization'));
      return answer;
    };
    return retryRefused(operations, (request, { status }) => {
      const owner = owners.get(request.path.chat_id ?? '');
      return status === 404 && owner !== undefined && isMeant(request)
        ? withHeader(request, 'authorization', owner)
        : undefined;
    })(noting);
  };
}

function chatOf({ operation, path }: HttpRequest, answer: HttpAnswer): string | undefined {
  if (operation.operationId !== 'createChat' || 'open' in answer) return path.chat_id;
  return (answer.body as { readonly data?: { readonly id?: string } }).data?.id;
}
