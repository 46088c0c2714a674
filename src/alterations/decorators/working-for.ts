import { AsyncLocalStorage } from 'node:async_hooks';
import type { Exchange, HttpAnswer, HttpRequest } from '../../reference/http/exchange.ts';

const asked = new AsyncLocalStorage<HttpRequest>();

/** The request that a port works for. A turn works for the one that sent it; a timer may work for none. */
export function requestWorkedFor(): HttpRequest | undefined {
  return asked.getStore();
}

/** Lets ports know the request that they work for. */
export function carryingRequest(exchange: Exchange): Exchange {
  return (request) =>
    asked.run(request, () => {
      const answer = exchange(request);
      return answer instanceof Promise ? answer.then((late) => keep(request, late)) : keep(request, answer);
    });
}

/** A stream is opened after its exchange has returned, and its turn runs from there. */
function keep(request: HttpRequest, answer: HttpAnswer): HttpAnswer {
  if (!('open' in answer)) return answer;
  return { ...answer, open: (sink) => asked.run(request, () => answer.open(sink)) };
}
