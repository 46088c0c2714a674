import { objectIn } from '../drive/exchange-body.ts';
import type { LoggedExchange } from '../drive/logged-exchange.ts';
import type { Judgement } from '../judge/judgement.ts';
import { listOperations, matchOperation, SENDS } from '../judge/operations.ts';
import { readMissingNeeds } from './missing-needs.ts';
import { PLAIN_FORMS } from './plain-forms.ts';

/** Statuses with which a server says that a route does not exist. */
const NO_ROUTE: ReadonlySet<number | undefined> = new Set([404, 405, 501]);
/** Statuses that a server may send before it looks up the route. */
const BEFORE_ROUTE: ReadonlySet<number | undefined> = new Set([undefined, 401, 403, 429]);
const NO_SENDS = 'no turn can be sent: the operation is not served';

/** The operations that the service does not implement yet, derived from the exchanges of a run. */
export class NotServed {
  readonly #operations: ReadonlySet<string>;

  constructor(exchanges: readonly LoggedExchange[]) {
    const hasRoute = new Map<string, boolean>();
    for (const exchange of exchanges) {
      const id = operationOf(exchange);
      if (id === undefined || BEFORE_ROUTE.has(exchange.status)) continue;
      hasRoute.set(id, hasRoute.get(id) === true || !isWithoutRoute(id, exchange));
    }
    this.#operations = new Set([...hasRoute].filter(([, has]) => !has).map(([id]) => id));
  }

  /** Names the missing operations in one sentence. Empty if the service implements everything that the run requested. */
  describe(): readonly string[] {
    const all = listOperations();
    const missing = all.filter(({ operationId }) => this.#operations.has(operationId));
    if (missing.length === 0) return [];
    const names = missing.map(({ method, path }) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`);
    return [`${missing.length} of ${all.length} operations are not served: ${names.join(', ')}`];
  }

  /** Whether an exchange requested an operation that is not implemented. */
  isMissing(exchange: LoggedExchange): boolean {
    return NO_ROUTE.has(exchange.status) && this.#operations.has(operationOf(exchange) ?? '');
  }

  /** While no turn can be sent, adding a scenario to the profile would not help, so the report does not suggest it. */
  withholdAdvice({ rows }: Judgement): void {
    if (!SENDS.some((id) => this.#operations.has(id))) return;
    for (const row of rows.values()) {
      const needs = readMissingNeeds(row.notJudged ?? '');
      if (needs.some((need) => /^(scenario|fault|application)\b/.test(need))) row.notJudged = NO_SENDS;
    }
  }
}

/**
 * A 404 may mean that the chat or the skill in the path does not exist. It means a missing route if it has none of the service's error
 * codes, or if the request must succeed.
 */
function isWithoutRoute(id: string, exchange: LoggedExchange): boolean {
  const { status, request, check } = exchange;
  if (status !== 404) return NO_ROUTE.has(status);
  const namesNothing = !/\/(chats|skills)\/./.test(request.path);
  const isPlain = PLAIN_FORMS[id]?.check === check;
  return namesNothing || isPlain || typeof objectIn(exchange).message_code !== 'string';
}

function operationOf({ request, actor }: LoggedExchange): string | undefined {
  // The application's own requests do not go to the service.
  return actor === 'application'
    ? undefined
    : matchOperation(request.method, request.path)?.operation.operationId;
}
