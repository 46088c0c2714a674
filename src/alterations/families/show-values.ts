import { mapAnswer } from '../../reference/exchange-scope.ts';
import type { HttpRequest } from '../../reference/http/exchange.ts';
import type { Wrap } from '../alteration.ts';
import type { Body } from '../decorators/requests.ts';
import { rewriteEvents } from '../decorators/rewrite-events.ts';
import { createMoments, type Moment } from './moments.ts';
import type { Place } from './place.ts';
import type { FoundValue } from './values.ts';

/** A body or an event that a server is about to send. */
export interface Shown {
  readonly request: HttpRequest;
  readonly status: number;
  readonly root: Body;
  /** The event; undefined for a JSON body. */
  readonly event?: string;
  /** The place of a value in this body or event. */
  placeOf(found: FoundValue): Place;
}

/** Changes what a server shows. @param make called once per server; its result maps a body or event to those to send instead */
export function changeShown(make: () => (shown: Shown) => readonly Body[]): Wrap {
  return (exchange) => {
    const moments = createMoments();
    const running = new WeakMap<HttpRequest, Moment>();
    const change = make();
    const inEvents = rewriteEvents((request) => (event) => {
      const moment = running.get(request) as Moment;
      moment.succeed();
      const shown = { request, status: 200, root: event.data, event: event.type };
      const sent = change({ ...shown, placeOf: placing(shown, moment) });
      return sent.map((data) => ({ ...event, data }));
    })(exchange);
    return (request) => {
      const moment = moments.begin(request);
      running.set(request, moment);
      return mapAnswer(inEvents(request), (answer) => {
        if ('open' in answer) return answer;
        const shown = { request, status: answer.status, root: answer.body as Body };
        const [body] = change({ ...shown, placeOf: placing(shown, moment) });
        if (answer.status < 300) moment.succeed();
        return { ...answer, body };
      });
    };
  };
}

/** List items have their own situation, which is part of the place of everything in them. */
function placing(shown: Omit<Shown, 'placeOf'>, moment: Moment): Shown['placeOf'] {
  const { request, status, root, event } = shown;
  const whole = moment.channelOf(status, root);
  return ({ pointer, path, items }) => ({
    operation: request.operation.operationId,
    channel:
      path.length > 1 && path[0] === 'data' && items.length > 0 && Array.isArray(root.data) && status < 300
        ? moment.channelOfItem(items[0])
        : whole,
    ...(event !== undefined && { event }),
    pointer,
  });
}
