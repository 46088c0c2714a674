import type { StreamEvent } from '../../../generated/types.d.ts';
import type {
  EventSink,
  Exchange,
  HttpAnswer,
  HttpRequest,
  JsonAnswer,
} from '../../reference/http/exchange.ts';
import type { OperationId } from '../../reference/http/operation.ts';

// biome-ignore lint/suspicious/noExplicitAny: a breakage may do anything to a body
type Anything = any;

/**
 * Changes answers in JSON of some operations, each as a copy of its own.
 *
 * @param change the body in, the body out; and the status, where it is to change
 */
export function rewriteAnswers(
  operations: OperationId | readonly OperationId[],
  change: (body: Anything, facts: { readonly status: number; readonly request: HttpRequest }) => Anything,
  status?: (status: number, body: Anything) => number,
): (exchange: Exchange) => Exchange {
  const rewrite = (request: HttpRequest, answer: HttpAnswer): HttpAnswer => {
    if ('open' in answer) return answer;
    const body = change(structuredClone(answer.body), { status: answer.status, request });
    return { ...answer, status: status?.(answer.status, body) ?? answer.status, body } satisfies JsonAnswer;
  };
  return (exchange) => (request) => {
    if (!names(operations, request)) return exchange(request);
    const answer = exchange(request);
    return answer instanceof Promise
      ? answer.then((late) => rewrite(request, late))
      : rewrite(request, answer);
  };
}

/** Changes the items of a list, where the answer has one. */
export function rewriteItems(
  operations: OperationId | readonly OperationId[],
  change: (items: readonly Anything[]) => readonly Anything[],
): (exchange: Exchange) => Exchange {
  return rewriteAnswers(operations, (body) =>
    Array.isArray(body?.data) ? { ...body, data: change(body.data) } : body,
  );
}

/** Answers some operations by itself, where it wants to. @param answer undefined leaves the request to the sound server */
export function answerInstead(
  operations: OperationId | readonly OperationId[],
  answer: (request: HttpRequest, sound: Exchange) => HttpAnswer | Promise<HttpAnswer> | undefined,
): (exchange: Exchange) => Exchange {
  return (exchange) => (request) =>
    (names(operations, request) ? answer(request, exchange) : undefined) ?? exchange(request);
}

/** Changes requests of some operations before the sound server sees them. */
export function rewriteRequests(
  operations: OperationId | readonly OperationId[],
  change: (request: HttpRequest) => Partial<HttpRequest>,
): (exchange: Exchange) => Exchange {
  return (exchange) => (request) =>
    exchange(names(operations, request) ? { ...request, ...change(request) } : request);
}

/**
 * Changes what streams say. It is called once for each stream.
 *
 * @param make gives what each event becomes: itself, others, or none
 */
export function rewriteEvents(
  make: (request: HttpRequest) => (event: StreamEvent, sink: EventSink) => readonly Anything[],
): (exchange: Exchange) => Exchange {
  return (exchange) => (request) => {
    const answer = exchange(request);
    return answer instanceof Promise ? answer.then((late) => wrap(late, request)) : wrap(answer, request);
  };

  function wrap(answer: HttpAnswer, request: HttpRequest): HttpAnswer {
    if (!('open' in answer)) return answer;
    const change = make(request);
    return {
      ...answer,
      open(sink) {
        answer.open({
          send(event) {
            for (const changed of change(structuredClone(event), sink)) sink.send(changed);
          },
          end: () => sink.end(),
          onGone: (callback) => sink.onGone(callback),
        });
      },
    };
  }
}

/** A request that carries another header. */
export function withHeader(
  request: HttpRequest,
  name: string,
  value: string | undefined,
): Pick<HttpRequest, 'header'> {
  return { header: (asked) => (asked === name ? value : request.header(asked)) };
}

/** A request with another body. One that is no JSON object stays as it is. @param change the body in, the body out */
export function withBody(
  request: HttpRequest,
  change: (body: Anything) => Anything,
): Pick<HttpRequest, 'body'> {
  const body = bodyOf(request);
  return { body: body ? Buffer.from(JSON.stringify(change(body))) : request.body };
}

/** The body of a request; undefined when it is no JSON object. */
export function bodyOf({ body }: HttpRequest): Anything {
  try {
    const value: unknown = JSON.parse(String(body));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function names(operations: OperationId | readonly OperationId[], { operation }: HttpRequest): boolean {
  return typeof operations === 'string'
    ? operations === operation.operationId
    : operations.includes(operation.operationId);
}
