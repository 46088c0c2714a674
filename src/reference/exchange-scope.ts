import { AsyncLocalStorage } from 'node:async_hooks';
import type { Exchange, HttpAnswer, HttpRequest } from './http/exchange.ts';

/** A value that belongs to one exchange. The ports can read it while they handle that exchange. */
export interface ExchangeScope<Value> {
  /** The value of the exchange that the caller belongs to. A turn belongs to the request that sent it; a timer may belong to none. */
  current(): Value | undefined;
  /** Answers a request with the value in scope, for the exchange itself and for the stream that it opens later. */
  run(value: Value, exchange: Exchange, request: HttpRequest): ReturnType<Exchange>;
}

export function createExchangeScope<Value>(): ExchangeScope<Value> {
  const values = new AsyncLocalStorage<Value>();
  return {
    current: () => values.getStore(),
    run: (value, exchange, request) =>
      values.run(value, () =>
        mapAnswer(exchange(request), (answer) =>
          // A stream is opened after its exchange has returned, and its turn runs from there.
          'open' in answer
            ? { ...answer, open: (sink) => values.run(value, () => answer.open(sink)) }
            : answer,
        ),
      ),
  };
}

/** Changes an answer, at once if both the answer and its change are there at once. */
export function mapAnswer(
  answer: HttpAnswer | Promise<HttpAnswer>,
  change: (answer: HttpAnswer) => HttpAnswer | Promise<HttpAnswer>,
): HttpAnswer | Promise<HttpAnswer> {
  return answer instanceof Promise ? answer.then(change) : change(answer);
}
