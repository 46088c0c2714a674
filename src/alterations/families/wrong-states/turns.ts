import { SENDS } from '../../../../generated/operation-groups.js';
import { mapAnswer } from '../../../reference/exchange-scope.ts';
import type { Exchange, HttpRequest } from '../../../reference/http/exchange.ts';
import type { OperationId } from '../../../reference/http/operation.ts';
import { codeOf } from '../../decorators/answers.ts';
import { keyOf } from '../../decorators/keys.ts';
import { isFor } from '../../decorators/operations.ts';
import type { Body } from '../../decorators/requests.ts';
import { isOf, rewriteEvents, TERMINALS } from '../../decorators/rewrite-events.ts';

/** How a running turn was started, or what it is waiting for. */
export const CAUSES = [
  'sendMessage',
  'streamMessage',
  'application',
  'tool_approval',
  'plan_approval',
  'elicitation',
  'auth_required',
  'disconnected',
] as const;
export type Cause = (typeof CAUSES)[number];

/** How turns end: the status of their message, or the code of their failure. */
export const ENDS = ['completed', 'cancelled', 'error', 'interaction_in_auto_mode', 'turn_timeout'] as const;

/** Only a blocking send can be cut at an interaction. */
export function isPossible(end: string, cause: string): boolean {
  return end !== 'interaction_in_auto_mode' || cause === 'sendMessage';
}

/** Every ending of the turns of both sends. */
export const ENDED_TURNS = ENDS.flatMap((end) =>
  SENDS.filter((cause) => isPossible(end, cause)).map((cause) => ({ end, cause })),
);

/** A turn, as far as a server's requests and events show it. */
export interface TurnState {
  readonly sentBy: OperationId;
  readonly token: string | undefined;
  readonly body: string;
  /** The kind of running turn: sent by an operation, waiting for an answer, or without its client. */
  cause: string;
  id?: number | undefined;
  /** How the turn ended: the status of its message, or the code of its failure. */
  end?: string;
}

/** The turns of a server, by chat and by key. */
export interface Turns {
  /** Must decorate the exchange that the sound server answers. */
  noting(exchange: Exchange): Exchange;
  /** The cause of the running turn of a chat, or undefined if none runs. */
  causeOf(chatId: string | undefined): string | undefined;
  /** The last turn of a chat, if it has ended. */
  endedIn(chatId: string | undefined): TurnState | undefined;
  ofKey(request: HttpRequest): TurnState | undefined;
  hasKey(request: HttpRequest): boolean;
  /** Whether a turn of the same credential runs in another chat. */
  hasOther(request: HttpRequest): boolean;
  /** Records a turn of the application, which no exchange shows. */
  beginInApplication(chatId: string, id: number): void;
  endInApplication(id: number): void;
  /** The other chats with running turns of the same credential. */
  othersOf(request: HttpRequest): readonly string[];
}

/** Whether a request arrives in a state. */
export type IsInState = (turns: Turns, request: HttpRequest) => boolean;

/** A turn of this cause runs in the chat. */
export function whileRunning(cause: Cause): IsInState {
  return (turns, request) => turns.causeOf(request.path.chat_id) === cause;
}

/** The last turn of the chat had this cause, and ended so. */
export function afterEnd({ end, cause }: (typeof ENDED_TURNS)[number]): IsInState {
  return (turns, request) => {
    const last = turns.endedIn(request.path.chat_id);
    return last?.end === end && last.sentBy === cause;
  };
}

const FAILURES = new Set(['interaction_in_auto_mode', 'turn_timeout']);

export function createTurns(): Turns {
  const byChat = new Map<string, TurnState>();
  const byKey = new Map<string, TurnState>();
  const inApplication = new Map<number, TurnState>();

  const begin = (request: HttpRequest): TurnState => ({
    sentBy: request.operation.operationId,
    token: request.header('authorization'),
    body: String(request.body),
    cause: request.operation.operationId,
  });
  const running = (request: HttpRequest) => {
    const chat = String(request.path.chat_id);
    const key = nameOf(request);
    const known = byKey.get(key);
    const turn = known ?? begin(request);
    return { chat, key, isNew: !known, turn };
  };
  /** Chats whose turn may still run. Thousands of others have ended. */
  const unended = new Set<string>();
  const place = (chat: string, turn: TurnState) => {
    byChat.set(chat, turn);
    unended.add(chat);
  };
  const othersOf = (request: HttpRequest) => {
    for (const chat of unended) {
      const turn = byChat.get(chat);
      if (turn === undefined || turn.end !== undefined) unended.delete(chat);
    }
    return [...unended].filter(
      (chat) => chat !== request.path.chat_id && byChat.get(chat)?.token === request.header('authorization'),
    );
  };

  return {
    noting(exchange) {
      const inEvents = rewriteEvents((request) => {
        const { turn } = running(request);
        return (event, sink) => {
          sink.onGone(() => {
            if (turn.end === undefined) turn.cause = 'disconnected';
          });
          if (event.type === 'message.start') turn.id = event.data.message_id;
          if (event.type === 'message.action_required') turn.cause = event.data.kind;
          else if (event.type !== 'ping') turn.cause = request.operation.operationId;
          if (isOf(TERMINALS, event)) turn.end = endOf(event);
          return [event];
        };
      })(exchange);
      return (request) => {
        if (!isFor(SENDS, request)) return inEvents(request);
        const { chat, key, isNew, turn } = running(request);
        const before = byChat.get(chat);
        if (isNew && keyOf(request) !== undefined) {
          byKey.set(key, turn);
          if (before === undefined || before.end !== undefined) place(chat, turn);
        }
        return mapAnswer(inEvents(request), (answer) => {
          if ('open' in answer || !isNew) return answer;
          const body: Body = answer.body;
          const code = String(codeOf(answer));
          if (answer.status >= 400 && answer.status < 500) {
            byKey.delete(key);
            if (byChat.get(chat) === turn) {
              if (before) place(chat, before);
              else byChat.delete(chat);
            }
            return answer;
          }
          turn.id = body?.data?.id ?? body?.data?.message_id;
          turn.end = answer.status < 300 ? String(body?.data?.status) : FAILURES.has(code) ? code : 'error';
          return answer;
        });
      };
    },
    beginInApplication(chatId, id) {
      const turn: TurnState = { sentBy: 'sendMessage', token: undefined, body: '', cause: 'application', id };
      place(chatId, turn);
      inApplication.set(id, turn);
    },
    endInApplication(id) {
      const turn = inApplication.get(id);
      if (turn) turn.end = 'application';
    },
    causeOf(chatId) {
      const turn = byChat.get(chatId ?? '');
      return turn && turn.end === undefined ? turn.cause : undefined;
    },
    endedIn(chatId) {
      const turn = byChat.get(chatId ?? '');
      return turn?.end === undefined ? undefined : turn;
    },
    ofKey: (request) => byKey.get(nameOf(request)),
    hasKey: (request) => byKey.has(nameOf(request)),
    hasOther: (request) => othersOf(request).length > 0,
    othersOf,
  };
}

function nameOf(request: HttpRequest): string {
  return `${request.header('authorization')} ${request.path.chat_id} ${keyOf(request)}`;
}

function endOf(event: { readonly type: string; readonly data: Body }): string {
  if (event.type === 'message.completed') return 'completed';
  if (event.type === 'message.cancelled') return 'cancelled';
  return FAILURES.has(event.data.code) ? event.data.code : 'error';
}
