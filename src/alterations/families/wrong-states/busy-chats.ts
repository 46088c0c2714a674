import { randomUUID } from 'node:crypto';
import { SENDS } from '../../../../generated/operation-groups.js';
import type { Exchange, HttpAnswer, HttpRequest, JsonAnswer } from '../../../reference/http/exchange.ts';
import type { OperationId } from '../../../reference/http/operation.ts';
import type { PortChange } from '../../alteration.ts';
import { answerInstead } from '../../decorators/answer-instead.ts';
import { codeOf, fail } from '../../decorators/answers.ts';
import { withFreshKey } from '../../decorators/keys.ts';
import type { Body } from '../../decorators/requests.ts';
import type { StateChange } from './state-change.ts';
import { CAUSES, type Cause, type IsInState, whileRunning } from './turns.ts';
import { answerInState, withTurns } from './with-turns.ts';

/** The answer that replaces a busy chat's refusal. */
type Instead = (
  request: HttpRequest,
  refusal: JsonAnswer,
  sound: Exchange,
) => HttpAnswer | Promise<HttpAnswer>;

/** A chat with a running turn. */
export function* busyChats(): Generator<StateChange> {
  for (const cause of CAUSES) for (const operation of SENDS) yield* sentMeanwhile(cause, operation);
  const isBesideAnother: IsInState = (turns, request) => turns.hasOther(request);
  const isBusy: IsInState = (turns, request) => turns.causeOf(request.path.chat_id) !== undefined;
  for (const operation of ['getChat', 'listMessages', 'updateChat'] as const)
    yield {
      id: `busy:${operation}/refused`,
      behaviour: `${operation} is refused while a turn runs.`,
      operations: [operation],
      isInState: isBusy,
      change: answerInState(operation, isBusy, (request) => fail(request, 'chat-busy')),
    };
  for (const operation of SENDS)
    yield {
      id: `busy-other-chat:${operation}/refused`,
      behaviour: `${operation} is refused while a turn of the same credential runs in another chat.`,
      operations: [operation],
      isInState: isBesideAnother,
      change: answerInState(operation, isBesideAnother, (request) =>
        fail(request, 'chat-busy', { data: { message_id: 1 } }),
      ),
    };
}

function* sentMeanwhile(cause: Cause, operation: OperationId): Generator<StateChange> {
  const isInState = whileRunning(cause);
  const change = (name: string, does: string, instead: Instead): StateChange => ({
    id: `busy-by-${cause}:${operation}/${name}`,
    behaviour: `While a turn of ${cause} runs, ${operation} ${does}.`,
    operations: [operation],
    isInState,
    change: insteadOfBusy(operation, isInState, instead),
  });
  yield change('not-busy', 'runs another one', (request, _, sound) =>
    sound({ ...request, path: { ...request.path, chat_id: randomUUID() }, ...withFreshKey(request) }),
  );
  for (const row of ['turn-in-progress', 'idempotency-conflict', 'not-found'] as const)
    yield change(`answers-${row}`, `is refused with ${row}`, (request) => fail(request, row));
  for (const [name, other] of Object.entries(OTHER_IDS))
    yield change(`message-id-${name}`, 'names another turn', (_, refusal) => {
      const body: Body = refusal.body;
      return {
        ...refusal,
        body: { ...body, data: { ...body.data, message_id: other(body.data.message_id) } },
      };
    });
}

const OTHER_IDS: Readonly<Record<string, (id: number) => unknown>> = {
  before: (id) => id - 1,
  after: (id) => id + 1,
  absent: () => undefined,
};

function insteadOfBusy(operation: OperationId, isInState: IsInState, instead: Instead): PortChange {
  return withTurns((turns) =>
    answerInstead(operation, async (request, sound) => {
      const isMeant = isInState(turns, request);
      const answer = await sound(request);
      if (!isMeant || 'open' in answer || codeOf(answer) !== 'api_v1_chat_busy') return answer;
      return instead(request, answer, sound);
    }),
  );
}
