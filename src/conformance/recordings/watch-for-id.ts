import type { ExchangeTrace } from '../judge/exchange-trace.ts';
import { isObject } from '../judge/json.ts';
import type { ExchangeWatcher } from '../judge/stream-facts.ts';

/** Watches an exchange for its request id, and passes everything on to another watcher. */
export function watchForId(trace: ExchangeTrace, next?: ExchangeWatcher): ExchangeWatcher {
  return {
    event: (type, data, at) => {
      if (type === 'message.start') trace.name(data);
      next?.event(type, data, at);
    },
    answered: (status, body, at) => {
      trace.name(isObject(body) ? body.meta : undefined);
      next?.answered(status, body, at);
    },
  };
}
