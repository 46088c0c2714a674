import { textOf } from '../../src/conformance/drive/exchange-body.ts';
import type { LoggedExchange } from '../../src/conformance/drive/logged-exchange.ts';
import { type CheckCost, COUNTS } from '../../src/conformance/run/costs.ts';

const SEND = /^\/api\/v1\/chats\/([^/]+)\/messages(\/stream)?$/;

/**
 * Counts the turns that each check sent, the chats and skills that it created, its requests, and the turns that reached a model, by the id of the check.
 * Chats that a send created count too.
 */
export function costsOf(exchanges: readonly LoggedExchange[]): Record<string, CheckCost> {
  const byCheck = Map.groupBy(exchanges, ({ check }) => check);
  return Object.fromEntries(
    [...byCheck].sort(([a], [b]) => (a < b ? -1 : 1)).map(([check, those]) => [check, costOf(those)]),
  );
}

/** A number that changed by no more than this, or by a tenth, keeps its previously measured value. */
const CLOSE = 2;

/** Keeps previous costs where the measured ones are close, so that a change of a check rarely changes the list. */
export function keepClose(
  measured: Readonly<Record<string, CheckCost>>,
  before: (check: string) => CheckCost | undefined,
): Record<string, CheckCost> {
  const isClose = (cost: CheckCost, known: CheckCost) =>
    COUNTS.every((name) => Math.abs(cost[name] - known[name]) <= Math.max(CLOSE, cost[name] / 10));
  return Object.fromEntries(
    Object.entries(measured).map(([check, cost]) => {
      const known = before(check);
      return [check, known && isClose(cost, known) ? known : cost];
    }),
  );
}

function costOf(exchanges: readonly LoggedExchange[]): CheckCost {
  const posts = exchanges.filter(({ request }) => request.method === 'POST');
  const accepted = posts.filter(({ status = 0 }) => status >= 200 && status < 300);
  const sends = posts.filter(({ request }) => SEND.test(request.path));
  const ran = new Set(sends.filter(reachedModel).map(nameOfTurn));
  const implicit = new Set(accepted.flatMap(({ request }) => SEND.exec(request.path)?.[1] ?? []));
  const made = accepted.filter(({ request }) => request.path === '/api/v1/chats');
  for (const exchange of made) implicit.delete(JSON.parse(textOf(exchange)).data.id);
  return {
    turns: sends.length,
    chats: made.length + implicit.size,
    skills: accepted.filter(({ request }) => request.path === '/api/v1/skills').length,
    requests: exchanges.length,
    modelTurns: ran.size,
  };
}

/** The statuses of a turn that failed after it reached a model. */
const FAILED_LATER = [502, 504];

/** Whether the service accepted the turn. It may have answered with the outcome stored under the key. */
function reachedModel({ status = 0, chunks }: LoggedExchange): boolean {
  if (FAILED_LATER.includes(status)) return true;
  return status >= 200 && status < 300 && !/"code":"api_/.test(textOf({ chunks }));
}

/** The same for a send and its retries, of which one runs the turn. */
function nameOfTurn({ actor, request: { path, headers } }: LoggedExchange): string {
  return [actor, SEND.exec(path)?.[1], headers['idempotency-key']].join(' ');
}
