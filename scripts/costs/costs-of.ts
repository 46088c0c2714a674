import { textOf } from '../../src/conformance/drive/exchange-body.ts';
import type { LoggedExchange } from '../../src/conformance/drive/exchange-log.ts';
import type { CheckCost } from '../../src/conformance/run/costs.ts';

const SEND = /^\/api\/v1\/chats\/([^/]+)\/messages(\/stream)?$/;

/** Counts the turns that each check sent, the chats and skills that it created, and its requests, by the id of the check. Chats that a send created count too. */
export function costsOf(exchanges: readonly LoggedExchange[]): Record<string, CheckCost> {
  const byCheck = Map.groupBy(exchanges, ({ check }) => check);
  return Object.fromEntries(
    [...byCheck].sort(([a], [b]) => (a < b ? -1 : 1)).map(([check, those]) => [check, costOf(those)]),
  );
}

function costOf(exchanges: readonly LoggedExchange[]): CheckCost {
  const posts = exchanges.filter(({ request }) => request.method === 'POST');
  const accepted = posts.filter(({ status = 0 }) => status >= 200 && status < 300);
  const sends = posts.filter(({ request }) => SEND.test(request.path));
  const implicit = new Set(accepted.flatMap(({ request }) => SEND.exec(request.path)?.[1] ?? []));
  const made = accepted.filter(({ request }) => request.path === '/api/v1/chats');
  for (const exchange of made) implicit.delete(JSON.parse(textOf(exchange)).data.id);
  return [
    sends.length,
    made.length + implicit.size,
    accepted.filter(({ request }) => request.path === '/api/v1/skills').length,
    exchanges.length,
  ];
}
