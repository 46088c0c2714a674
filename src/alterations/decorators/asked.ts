import type { ActionRequired } from '../../../generated/types.d.ts';
import type { Exchange, HttpRequest } from '../../reference/http/exchange.ts';
import { bodyOf, rewriteEvents } from './rewrite.ts';

/** An interaction that was raised, and the request whose turn raised it. */
export interface Asked {
  readonly event: ActionRequired;
  readonly request: HttpRequest;
}

export type Wrap = (exchange: Exchange) => Exchange;

/**
 * A misbehaviour that knows what turns have asked. It begins anew with each server.
 *
 * @param make gets the interactions by action id, in the order in which they were raised
 */
export function knowing(make: (asked: ReadonlyMap<string, Asked>) => Wrap): Wrap {
  return (exchange) => {
    const asked = new Map<string, Asked>();
    const noting = rewriteEvents((request) => (event) => {
      if (event.type === 'message.action_required')
        asked.set(event.data.action_id, { event: event.data, request });
      return [event];
    });
    return make(asked)(noting(exchange));
  };
}

/** The action id that a request names. */
export function actionIdOf(request: HttpRequest): string {
  return String(bodyOf(request)?.action_id);
}

/** The interaction that was raised last in the chat of a request. */
export function lastIn(asked: ReadonlyMap<string, Asked>, request: HttpRequest): Asked | undefined {
  return [...asked.values()].findLast((one) => one.request.path.chat_id === request.path.chat_id);
}

/** The token that a request was sent with, on another request. */
export function withTokenOf(owner: HttpRequest, request: HttpRequest): Pick<HttpRequest, 'header'> {
  return { header: (name) => (name === 'authorization' ? owner : request).header(name) };
}
