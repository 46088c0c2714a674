import type { HttpRequest, JsonAnswer } from '../../../reference/http/exchange.ts';
import type { OperationId } from '../../../reference/http/operation.ts';
import type { Wrap } from '../../alteration.ts';
import { cancelled, isSuccess, resolved } from '../../decorators/answers.ts';
import { operationOf } from '../../decorators/operations.ts';
import type { Body } from '../../decorators/requests.ts';
import type { MissingGuard } from './guard.ts';

/**
 * Shows the former content of a deleted chat. The contract does not say whether a send creates the chat again or a second deletion succeeds
 * (A-32, A-34).
 */
const STILL_SERVED: Readonly<Partial<Record<OperationId, (request: HttpRequest, left: Left) => JsonAnswer>>> =
  {
    getChat: (_, { chat }) => chat,
    updateChat: (_, { chat }) => chat,
    listMessages: (_, { history }) => history,
    cancelTurn: (request) => cancelled(request),
    approveTool: (request) => resolved(request),
    respondPlan: (request) => resolved(request),
    respondElicitation: (request) => resolved(request),
    cancelAuth: (request) => resolved(request),
  };

interface Left {
  readonly chat: JsonAnswer;
  readonly history: JsonAnswer;
}

export function deletedGuards(): readonly MissingGuard[] {
  return [...Object.keys(STILL_SERVED), 'listChats'].map((operation) => ({
    place: `${operation}:deleted-chat`,
    operation: operation as OperationId,
    isMet: () => true,
    wraps: { 'not-made': ['serves a deleted chat', stillServing(operation as OperationId)] },
  }));
}

function stillServing(operation: OperationId): Wrap {
  return (exchange) => {
    const deleted = new Map<string, Left>();
    return async (request) => {
      const id = request.path.chat_id ?? '';
      const left = deleted.get(id);
      const { operationId } = request.operation;
      if (left && operationId === operation)
        return STILL_SERVED[operation]?.(request, left) ?? exchange(request);
      if (operationId === 'deleteChat') {
        const chat = await exchange({ ...request, operation: operationOf('getChat') });
        const history = await exchange({ ...request, operation: operationOf('listMessages') });
        const answer = await exchange(request);
        if (isSuccess(answer)) deleted.set(id, { chat, history } as Left);
        return answer;
      }
      const answer = await exchange(request);
      const body: Body = 'open' in answer ? undefined : answer.body;
      if (operationId !== 'listChats' || operation !== 'listChats' || !Array.isArray(body?.data))
        return answer;
      const [last] = [...deleted.values()].slice(-1);
      const shown: Body = last?.chat.body;
      const meta = { ...body.meta, total: body.meta.total + (shown ? 1 : 0) };
      return { status: 200, body: { ...body, data: [...(shown ? [shown.data] : []), ...body.data], meta } };
    };
  };
}
