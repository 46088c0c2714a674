import { type ErrorRowId, errorRow } from '../../reference/failures/rows.ts';
import type { Exchange, HttpAnswer, HttpRequest, JsonAnswer } from '../../reference/http/exchange.ts';
import type { Wrap } from '../alteration.ts';
import { codeOf, refuse } from './answers.ts';
import { isFor, type Operations } from './operations.ts';
import { type Body, bodyOf, withBody } from './requests.ts';

/** Answers some requests instead of the sound server. @param answer returns undefined to leave a request to the sound server */
export function answerInstead(
  operations: Operations,
  answer: (request: HttpRequest, sound: Exchange) => HttpAnswer | Promise<HttpAnswer> | undefined,
): Wrap {
  return (exchange) => (request) =>
    (isFor(operations, request) ? answer(request, exchange) : undefined) ?? exchange(request);
}

/**
 * Lets the sound server act, and may then replace its answer.
 *
 * @param answer returns undefined to keep the sound server's answer
 */
export function answerAfter(
  operations: Operations,
  answer: (request: HttpRequest, sound: HttpAnswer, exchange: Exchange) => HttpAnswer | undefined,
): Wrap {
  return answerInstead(operations, async (request, exchange) => {
    const sound = await exchange(request);
    return answer(request, sound, exchange) ?? sound;
  });
}

/** Changes and repeats a request that the sound server refuses. @param retry returns undefined to keep the refusal */
export function retryRefused(
  operations: Operations,
  retry: (request: HttpRequest, refusal: JsonAnswer) => Partial<HttpRequest> | undefined,
): Wrap {
  return answerInstead(operations, async (request, sound) => {
    const answer = await sound(request);
    const changed = 'open' in answer ? undefined : retry(request, answer);
    return changed ? sound({ ...request, ...changed }) : answer;
  });
}

/** Repeats a request with another body if the sound server refuses it with the given code. */
export function retryWith(operations: Operations, code: string, change: (body: Body) => Body): Wrap {
  return retryRefused(operations, (request, refusal) =>
    codeOf(refusal) === code ? withBody(request, change) : undefined,
  );
}

/** Answers some operations with success where the sound server returns the failure of a row of spec/errors.yaml. */
export function succeedAt(
  operations: Operations,
  row: ErrorRowId,
  success: (request: HttpRequest) => JsonAnswer,
): Wrap {
  const { status } = errorRow(row);
  return answerAfter(operations, (request, sound) =>
    sound.status === status ? success(request) : undefined,
  );
}

/**
 * Refuses requests that the sound server accepts.
 *
 * @param isRefused decides by the body; if absent, all requests are refused
 */
export function refusing(
  operations: Operations,
  isRefused?: (body: Body) => boolean,
  answer: (request: HttpRequest) => JsonAnswer = (request) => refuse(request),
): Wrap {
  return answerInstead(operations, (request) => {
    const body = bodyOf(request);
    const isMeant = isRefused === undefined || (body !== undefined && isRefused(body));
    return isMeant ? answer(request) : undefined;
  });
}

/** Removes some operations: the server does not know their paths. */
export function noSuchPath(operations: Operations): Wrap {
  return answerInstead(operations, (request) => refuse(request, 'unknown-route'));
}
