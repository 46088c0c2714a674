import { mapAnswer } from '../../reference/exchange-scope.ts';
import type { HttpRequest } from '../../reference/http/exchange.ts';
import type { Wrap } from '../alteration.ts';
import { answerInstead } from './answer-instead.ts';
import { isSuccess } from './answers.ts';
import { copyJson } from './copy-json.ts';
import { isFor, type Operations } from './operations.ts';
import type { Body } from './requests.ts';

/** What is known about an answer besides its body. */
export interface AnswerFacts {
  readonly status: number;
  readonly request: HttpRequest;
}

/**
 * Changes the JSON answers of some operations.
 *
 * @param change receives a copy of the body, which it may modify, and returns the new body
 * @param status returns the new status from the old status and the new body; by default the status stays
 */
export function rewriteAnswers(
  operations: Operations,
  change: (body: Body, facts: AnswerFacts) => Body,
  status?: (status: number, body: Body) => number,
): Wrap {
  return rewriteSome(operations, () => true, change, status);
}

/** Copies and changes only the affected answers, since most servers have many alterations that do not affect most answers. */
function rewriteSome(
  operations: Operations,
  isMeant: (body: Body, facts: AnswerFacts) => boolean,
  change: (body: Body, facts: AnswerFacts) => Body,
  status?: (status: number, body: Body) => number,
): Wrap {
  return (exchange) => (request) => {
    if (!isFor(operations, request)) return exchange(request);
    return mapAnswer(exchange(request), (answer) => {
      if ('open' in answer) return answer;
      const facts = { status: answer.status, request };
      if (!isMeant(answer.body, facts)) return answer;
      const body = change(copyJson(answer.body), facts);
      return { ...answer, status: status?.(answer.status, body) ?? answer.status, body };
    });
  };
}

/** Changes the statuses of some operations, and keeps the bodies. */
export function rewriteStatus(operations: Operations, change: (status: number, body: Body) => number): Wrap {
  return rewriteAnswers(operations, (body) => body, change);
}

/** Changes the data in successful answers of some operations. */
export function rewriteData(operations: Operations, change: (data: Body, facts: AnswerFacts) => Body): Wrap {
  return rewriteSome(
    operations,
    (body, facts) => isSuccess(facts) && Boolean(body?.data),
    (body, facts) => ({ ...body, data: change(body.data, facts) }),
  );
}

/** Changes the items in lists that some operations return. */
export function rewriteItems(
  operations: Operations,
  change: (items: readonly Body[]) => readonly Body[],
): Wrap {
  return rewriteSome(
    operations,
    (body) => Array.isArray(body?.data),
    (body) => ({ ...body, data: change(body.data) }),
  );
}

/** Changes the body of failures with the given code. @param code the `message_code` */
export function rewriteFailures(operations: Operations, code: string, change: (body: Body) => Body): Wrap {
  return rewriteSome(operations, (body) => body?.message_code === code, change);
}

/** Changes the code of a failure. */
export function recode(operations: Operations, from: string, to: string): Wrap {
  return rewriteFailures(operations, from, (body) => ({ ...body, message_code: to }));
}

/** The parts of a failure to change. Absent parts stay unchanged. */
export interface FailureChange {
  readonly status?: number;
  readonly code?: string;
  readonly data?: unknown;
}

/** Changes the status, the code or the data of some failures. */
export function changeFailures(
  operations: Operations,
  isMeant: (body: Body, request: HttpRequest) => boolean,
  change: FailureChange | ((body: Body, request: HttpRequest) => FailureChange),
): Wrap {
  return answerInstead(operations, async (request, sound) => {
    const answer = await sound(request);
    if ('open' in answer || isSuccess(answer) || answer.body === undefined) return answer;
    const body: Body = answer.body;
    if (!isMeant(body, request)) return answer;
    const { status, code, data } = typeof change === 'function' ? change(body, request) : change;
    return {
      ...answer,
      status: status ?? answer.status,
      body: { ...body, ...(code && { message_code: code }), ...(data !== undefined && { data }) },
    };
  });
}
