import { isObject, type JsonObject, parseServiceJson } from '../judge/json.ts';
import type { LoggedExchange } from './logged-exchange.ts';

/** The kept part of a response body, as text. */
export function textOf({ chunks }: Pick<LoggedExchange, 'chunks'>): string {
  return Buffer.concat(chunks.map(({ bytes }) => bytes)).toString();
}

/** The kept part of a response body, as a JSON object. Empty if it is not a JSON object. */
export function objectIn(exchange: Pick<LoggedExchange, 'chunks'>): JsonObject {
  try {
    const body: unknown = parseServiceJson(textOf(exchange));
    return isObject(body) ? body : {};
  } catch {
    return {};
  }
}
