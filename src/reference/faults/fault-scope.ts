import { createExchangeScope } from '../exchange-scope.ts';
import { renderFailure } from '../failures/render.ts';
import { unlisted } from '../failures/unlisted.ts';
import type { Exchange } from '../http/exchange.ts';
import { FAULT_NAMES, type FaultName } from './names.ts';

/** The request header that asks for faults, as a list of names separated by commas. */
export const FAULT_HEADER = 'x-reference-fault';

const requested = createExchangeScope<ReadonlySet<string>>();

/** Whether the current request asked for this fault. */
export function isRequested(fault: FaultName): boolean {
  return requested.current()?.has(fault) ?? false;
}

/** Reads the faults that each request asks for, for `isRequested`. Refuses a request that names an unknown fault. */
export function readingFaults(exchange: Exchange): Exchange {
  return (request) => {
    const names = (request.header(FAULT_HEADER) ?? '').split(',').flatMap((name) => name.trim() || []);
    const unknown = names.find((name) => !FAULT_NAMES.includes(name as FaultName));
    if (unknown !== undefined) {
      const message = `There is no fault ${unknown}; ${FAULT_HEADER} accepts ${FAULT_NAMES.join(', ')}.`;
      return { status: 400, body: renderFailure(unlisted('invalid-request', message), request.requestId) };
    }
    return requested.run(new Set(names), exchange, request);
  };
}
