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

/** Numbers that differ by no more than this, or by a tenth, stay as they were measured before. */
const CLOSE = 2;

/** Replaces measured costs by those of before where they are close, so that a change of a check rarely changes the list. */
export function keepClose(
  measured: Readonly<Record<string, CheckCost>>,
  before: Readonly<Record<string, readonly number[]>>,
): Record<string, CheckCost> {
  const isClose = (cost: CheckCost, known: readonly number[]) =>
    cost.every((number, index) => Math.abs(number - (known[index] ?? 0)) <= Math.max(CLOSE, number / 10));
  return Object.fromEntries(
    Object.entries(measured).map(([check, cost]) => {
      const known = before[check] as CheckCost | undefined;
      return [check, known && isClose(cost, known) ? known : cost];
    }),
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
