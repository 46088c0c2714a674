import type { Exchange, HttpAnswer, HttpRequest } from '../../../reference/http/exchange.ts';
import { OPERATIONS, type OperationId } from '../../../reference/http/operation.ts';
import type { Wrap } from '../../alteration.ts';
import { fail, isSuccess } from '../../decorators/answers.ts';
import { type Body, withHeader } from '../../decorators/requests.ts';
import type { TrafficExchange } from '../traffic.ts';
import type { IsMeant, MissingGuard } from './guard.ts';

const ON_CHATS = OPERATIONS.filter(({ path }) => path.includes('{chat_id}')).map(
  ({ operationId }) => operationId,
);
const STRANGERS = { second: 'Bearer harbor-second', 'other-user': 'Bearer harbor-other-user' } as const;

export function ownerGuards(): readonly MissingGuard[] {
  return ON_CHATS.flatMap((operation) =>
    Object.entries(STRANGERS).map(([name, stranger]): MissingGuard => {
      const isMeant: IsMeant = (request) => request.header('authorization') === stranger;
      const instead = (change: Instead) => withKnownChats(operation, isMeant, change);
      return {
        place: `${operation}:${name}`,
        operation,
        isMet: ({ token, status }: TrafficExchange) => token === stranger && status === 404,
        wraps: {
          'not-made': [
            'serves the chat',
            instead((request, _, sound, owner) =>
              sound({ ...request, ...withHeader(request, 'authorization', owner) }),
            ),
          ],
          'other-code': ['forbids it', instead((request) => fail(request, 'attachment-not-allowed'))],
          'tells-owner': ['tells that it exists', instead((_, answer) => tellingThatItExists(answer))],
        },
      };
    }),
  );
}

function tellingThatItExists(answer: HttpAnswer): HttpAnswer {
  const body: Body = 'open' in answer ? {} : answer.body;
  return { status: answer.status, body: { ...body, data: { exists: true } } };
}

/** Remembers the token that first used each chat. */
function noteOwners(): {
  note(request: HttpRequest, answer: HttpAnswer): void;
  ownerOf(request: HttpRequest): string | undefined;
} {
  const owners = new Map<string, string>();
  return {
    note(request, answer) {
      const token = request.header('authorization');
      if (!isSuccess(answer) || token === undefined) return;
      const body: Body = 'open' in answer ? undefined : answer.body;
      const id =
        request.path.chat_id ?? (request.operation.operationId === 'createChat' ? body?.data?.id : undefined);
      if (id !== undefined && !owners.has(id)) owners.set(id, token);
    },
    ownerOf: ({ path }) => owners.get(path.chat_id ?? ''),
  };
}

/** The answer to a request for someone else's chat. @param owner the owner's Authorization header */
type Instead = (
  request: HttpRequest,
  answer: HttpAnswer,
  sound: Exchange,
  owner: string,
) => HttpAnswer | Promise<HttpAnswer>;

function withKnownChats(operation: OperationId, isMeant: IsMeant, instead: Instead): Wrap {
  return (sound) => {
    const owners = noteOwners();
    return async (request) => {
      const answer = await sound(request);
      const isHere = request.operation.operationId === operation && isMeant(request);
      const owner = owners.ownerOf(request);
      if (isHere && answer.status === 404 && owner !== undefined && owner !== request.header('authorization'))
        return instead(request, answer, sound, owner);
      owners.note(request, answer);
      return answer;
    };
  };
}
