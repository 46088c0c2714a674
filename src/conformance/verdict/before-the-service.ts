import { objectIn, textOf } from '../drive/exchange-body.ts';
import type { LoggedExchange } from '../drive/logged-exchange.ts';
import { describeHead } from '../drive/strangers.ts';
import { isObject } from '../judge/json.ts';
import { matchOperation, SENDS } from '../judge/operations.ts';
import type { Symptom } from './symptom.ts';

const WITHOUT_KEY = 'api_v1_idempotency_key_required';
/** Exchanges that are enough to suspect what stands before the service. */
const ENOUGH = 3;
const UNAUTHORIZED = 401;

interface Traffic {
  readonly exchanges: readonly LoggedExchange[];
}

/** What proxies do to requests and answers, as the exchanges of a run show it. The service may do the same itself, so no text is sure. */
export const PROXY_SYMPTOMS = [findPages, findLostKeys, findCachedAnswers] as const;

/** Failures that are no JSON: a proxy puts a page in place of the service's failure, or refuses a request that it never forwards. */
function findPages({ exchanges }: Traffic): Symptom | undefined {
  const pages = exchanges.filter(isPage);
  const [first] = pages;
  if (!first) return undefined;
  return {
    text: `failures are no JSON (${headOf(first)}): something before the service may replace them (nginx: proxy_intercept_errors; Apache: ProxyErrorOverride) or has a limit of its own (nginx: client_max_body_size)`,
    ...showing(pages),
  };
}

/** A refusal of a request without a valid credential may have any body. */
function isPage(exchange: LoggedExchange): boolean {
  const { status = 0, headers, end } = exchange;
  if (status < 400 || status === UNAUTHORIZED || end !== 'server') return false;
  return headers !== undefined && !/^\s*[[{]/.test(textOf(exchange)) && textOf(exchange).trim() !== '';
}

function headOf({ status = 0, headers = {} }: LoggedExchange): string {
  return describeHead({ status, headers });
}

/** Sends that carry a key, and are all refused as if they had none. */
function findLostKeys({ exchanges }: Traffic): Symptom | undefined {
  const sends = exchanges.filter(
    ({ request: { method, path, headers }, status }) =>
      status !== undefined && 'idempotency-key' in headers && isSend(method, path),
  );
  const refused = sends.filter(
    (exchange) => exchange.status === 400 && objectIn(exchange).message_code === WITHOUT_KEY,
  );
  const isTaken = ({ status = 0 }: LoggedExchange) => status < 400;
  if (refused.length < ENOUGH || sends.some(isTaken)) return undefined;
  return {
    text: 'sends with an Idempotency-Key are refused as if they had none: something before the service may drop the header',
    ...showing(refused),
  };
}

function isSend(method: string, path: string): boolean {
  const operation = matchOperation(method, path)?.operation.operationId;
  return SENDS.some((id) => id === operation);
}

/** Reads that are answered with the very bytes of an earlier answer, its request id included, while other answers have ids of their own. */
function findCachedAnswers({ exchanges }: Traffic): Symptom | undefined {
  const first = new Map<string, LoggedExchange>();
  const repeated: LoggedExchange[] = [];
  for (const exchange of exchanges.filter(({ request }) => request.method === 'GET')) {
    const id = requestIdIn(exchange);
    const known = id === undefined ? undefined : first.get(id);
    if (id !== undefined && !known) first.set(id, exchange);
    if (known && textOf(known) === textOf(exchange)) repeated.push(exchange);
  }
  if (repeated.length < ENOUGH || first.size < ENOUGH) return undefined;
  return {
    text: 'reads get an earlier answer again, with its request id: a cache before the service may answer, also requests of other credentials',
    ...showing(repeated),
  };
}

function requestIdIn(exchange: LoggedExchange): string | undefined {
  const { meta } = objectIn(exchange);
  const id = isObject(meta) ? meta.request_id : undefined;
  return typeof id === 'string' ? id : undefined;
}

function showing(shown: readonly LoggedExchange[]): Omit<Symptom, 'text'> {
  const numbers = new Set(shown.map(({ number }) => number));
  return { exchanges: [...numbers], explains: ({ exchange = -1 }) => numbers.has(exchange) };
}
