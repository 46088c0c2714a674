import type { Exchange } from '../../reference/http/exchange.ts';
import { rewriteAnswers, rewriteEvents } from './rewrite.ts';
import { type Body, EVERY } from './told.ts';

/** Changes every value, however deep, of every answer and event. Members come before what holds them. */
export function rewriteEverywhere(
  change: (value: Body, name: string | undefined) => Body,
): (exchange: Exchange) => Exchange {
  const inAnswers = rewriteAnswers(EVERY, (body) => changeIn(body, undefined, change));
  const inEvents = rewriteEvents(() => (event) => [
    { ...event, data: changeIn(event.data, undefined, change) },
  ]);
  return (exchange) => inEvents(inAnswers(exchange));
}

/** What belongs to the client, or to a tool, comes back as it was. */
const OPAQUE = new Set(['metadata', 'input', 'requested_schema']);

function changeIn(
  value: Body,
  name: string | undefined,
  change: (value: Body, name: string | undefined) => Body,
): Body {
  if (name !== undefined && OPAQUE.has(name)) return value;
  if (Array.isArray(value)) {
    return change(
      value.map((item) => changeIn(item, undefined, change)),
      name,
    );
  }
  if (typeof value !== 'object' || value === null) return change(value, name);
  const members = Object.entries(value).map(([key, member]) => [key, changeIn(member, key, change)]);
  return change(Object.fromEntries(members), name);
}
