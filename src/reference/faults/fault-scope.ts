import { AsyncLocalStorage } from 'node:async_hooks';
import { renderFailure } from '../failures/render.ts';
import { unlisted } from '../failures/unlisted.ts';
import type { Exchange, HttpAnswer } from '../http/exchange.ts';
import { FAULT_NAMES, type FaultName } from './names.ts';

/** The header that asks for faults, by name, several separated by commas. */
export const FAULT_HEADER = 'x-reference-fault';

const requested = new AsyncLocalStorage<ReadonlySet<string>>();

/** Whether the request that the caller works for asked for this fault. A turn works for the request that sent it. */
export function isRequested(fault: FaultName): boolean {
  return requested.getStore()?.has(fault) ?? false;
}

/** Lets each request choose its faults. */
export function readingFaults(exchange: Exchange): Exchange {
  return (request) => {
    const names = (request.header(FAULT_HEADER) ?? '').split(',').flatMap((name) => name.trim() || []);
    const unknown = names.find((name) => !FAULT_NAMES.includes(name as FaultName));
    if (unknown !== undefined) {
      const message = `There is no fault ${unknown}; ${FAULT_HEADER} knows ${FAULT_NAMES.join(', ')}.`;
      return { status: 400, body: renderFailure(unlisted('invalid-request', message), request.requestId) };
    }
    const faults = new Set(names);
    return requested.run(faults, () => {
      const answer = exchange(request);
      return answer instanceof Promise ? answer.then((late) => keep(faults, late)) : keep(faults, answer);
    });
  };
}

/** A stream is opened after its exchange has returned, and its turn runs from there. */
function keep(faults: ReadonlySet<string>, answer: HttpAnswer): HttpAnswer {
  if (!('open' in answer)) return answer;
  return { ...answer, open: (sink) => requested.run(faults, () => answer.open(sink)) };
}
