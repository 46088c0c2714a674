import { SENDS } from '../../../../generated/operation-groups.js';
import type { Wrap } from '../../../../src/alterations/alteration.ts';
import { answerAfter } from '../../../../src/alterations/decorators/answer-instead.ts';
import { codeOf, isSuccess } from '../../../../src/alterations/decorators/answers.ts';
import { keyOf } from '../../../../src/alterations/decorators/keys.ts';
import type { Operations } from '../../../../src/alterations/decorators/operations.ts';
import { type Body, bodyOf } from '../../../../src/alterations/decorators/requests.ts';
import { isOf, noteEvents, TURN_ENDS } from '../../../../src/alterations/decorators/rewrite-events.ts';
import type { HttpAnswer, HttpRequest } from '../../../../src/reference/http/exchange.ts';

export type Note = (request: HttpRequest, data: Body) => void;

/** Wraps one decorator in another. */
export function both(outer: Wrap, inner: Wrap): Wrap {
  return (exchange) => outer(inner(exchange));
}

/** The credential of a request. */
export function tokenOf(request: HttpRequest): string | undefined {
  return request.header('authorization');
}

/** Identifies an idempotency key by credential and chat. */
export function useOf(request: HttpRequest): string {
  return JSON.stringify([tokenOf(request), request.path.chat_id, keyOf(request)]);
}

/** Whether two requests have the same JSON body. */
export function haveSameBody(one: HttpRequest, other: HttpRequest): boolean {
  return JSON.stringify(bodyOf(one)) === JSON.stringify(bodyOf(other));
}

/** Observes the data of successful responses. A stream has none. */
export function noteSuccess(operations: Operations, note: Note): Wrap {
  return answerAfter(operations, (request, answer) => {
    if (isSuccess(answer)) note(request, dataOf(answer));
    return undefined;
  });
}

/** Observes each sign that a turn has begun: its first event, a success or a failure of a blocking send. */
export function noteTurns(note: (request: HttpRequest, id: number) => void): Wrap {
  return both(
    answerAfter('sendMessage', (request, answer) => {
      const { id, message_id } = dataOf(answer) ?? {};
      const isTurn = isSuccess(answer) || answer.status > 500;
      if (isTurn && (id ?? message_id) !== undefined) note(request, id ?? message_id);
      return undefined;
    }),
    noteEvents((request) => (event) => {
      if (event.type === 'message.start') note(request, event.data.message_id);
    }),
  );
}

/** Observes turns that ended as completed or cancelled, with the data of their end. */
export function noteEnds(note: Note): Wrap {
  return both(
    noteSuccess('sendMessage', note),
    noteEvents((request) => (event) => {
      if (isOf(TURN_ENDS, event)) note(request, { ...event.data, status: event.type.split('.')[1] });
    }),
  );
}

/** Observes turns that failed because the provider failed. */
export function noteFailures(note: (request: HttpRequest) => void): Wrap {
  const code = 'upstream_error';
  return both(
    answerAfter(SENDS, (request, answer) => {
      if (codeOf(answer) === code) note(request);
      return undefined;
    }),
    noteEvents((request) => (event) => {
      if (event.type === 'message.error' && event.data.code === code) note(request);
    }),
  );
}

function dataOf(answer: HttpAnswer): Body {
  return 'open' in answer ? undefined : (answer.body as Body)?.data;
}
