import { INTERACTIONS } from '../../../generated/operation-groups.js';
import { objectIn, textOf } from '../drive/exchange-body.ts';
import type { LoggedExchange } from '../drive/logged-exchange.ts';
import { isEventStream } from '../judge/headers.ts';
import { isObject, type JsonObject, parseServiceJson } from '../judge/json.ts';
import { ANSWERS, matchOperation, operationAnswering, SENDS } from '../judge/operations.ts';
import { isSuccessStatus } from '../judge/status.ts';
import type { Symptom } from './symptom.ts';

const QUESTION = /^event: ?message\.action_required\r?\ndata: ?(.*)$/gm;
const UNKNOWN = 'api_v1_action_not_found';
/** Answers of each kind that are enough. */
const ENOUGH = 5;
/** Interactions that expired are unknown too, but few. With two instances, half are unknown, and with more of them more. */
const LEAST_SHARE = 1 / 4;
/** What depends on the turns that run, which an instance keeps in its memory. */
const OF_TURNS: ReadonlySet<string> = new Set([...SENDS, ...INTERACTIONS]);

/**
 * Finds out whether the first answers to interactions of running turns are taken and unknown by turns. Several instances that share their
 * store, but not what they keep in memory about the turns that run, answer so.
 */
export function findSplitMemory(exchanges: readonly LoggedExchange[]): Symptom | undefined {
  const answers = findFirstAnswers(exchanges);
  const unknown = answers.filter(
    (answer) => answer.status === 404 && objectIn(answer).message_code === UNKNOWN,
  );
  const taken = answers.filter(({ status = 0 }) => isSuccessStatus(status));
  const operations = new Set(unknown.map(({ request }) => operationOf(request)));
  const share = unknown.length / (unknown.length + taken.length);
  if (Math.min(unknown.length, taken.length) < ENOUGH || operations.size < 2 || share < LEAST_SHARE)
    return undefined;
  return {
    text: `of the first answers to interactions, ${taken.length} were taken and ${unknown.length} were answered 404 ${UNKNOWN}: several instances that do not share which turns run?`,
    exchanges: unknown.map(({ number }) => number),
    explains: ({ exchange = -1 }) => OF_TURNS.has(operationOf(exchanges[exchange]?.request) ?? ''),
  };
}

/** The first answer to each interaction of a stream, by the credential of its turn and at the endpoint of its kind. */
function findFirstAnswers(exchanges: readonly LoggedExchange[]): LoggedExchange[] {
  const asked = new Map<string, string>();
  for (const exchange of exchanges) {
    for (const { kind, action_id: id } of questionsIn(exchange))
      asked.set(`${exchange.actor} ${id}`, `${operationAnswering(kind)}`);
  }
  return exchanges.filter((exchange) => {
    const operation = operationOf(exchange.request);
    if (!ANSWERS.some((id) => id === operation)) return false;
    const name = `${exchange.actor} ${parse(Buffer.from(exchange.request.body ?? '').toString()).action_id}`;
    return asked.get(name) === operation && asked.delete(name);
  });
}

function questionsIn(exchange: LoggedExchange): JsonObject[] {
  if (!isEventStream(exchange.headers)) return [];
  return [...textOf(exchange).matchAll(QUESTION)].map(([, data = '']) => parse(data));
}

function parse(text: string): JsonObject {
  try {
    const value: unknown = parseServiceJson(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function operationOf(request: LoggedExchange['request'] | undefined): string | undefined {
  return request && matchOperation(request.method, request.path)?.operation.operationId;
}
