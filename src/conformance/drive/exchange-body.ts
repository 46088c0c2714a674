import { isObject, type JsonObject } from '../judge/json.ts';
import type { LoggedExchange } from './exchange-log.ts';

/** What was kept of the body of an answer, as text. */
export function textOf({ chunks }: Pick<LoggedExchange, 'chunks'>): string {
  return Buffer.concat(chunks.map(({ bytes }) => bytes)).toString();
}

/** What was kept of the body of an answer, as JSON; an object without members where it is no JSON object. */
export function objectIn(exchange: Pick<LoggedExchange, 'chunks'>): JsonObject {
  try {
    const body: unknown = JSON.parse(textOf(exchange));
    return isObject(body) ? body : {};
  } catch {
    return {};
  }
}
