import { objectIn, textOf } from '../drive/exchange-body.ts';
import type { LoggedExchange } from '../drive/logged-exchange.ts';
import { matchOperation } from '../judge/operations.ts';
import { isSuccessStatus } from '../judge/status.ts';
import type { Symptom } from './symptom.ts';

const CHAT = /\/api\/v1\/chats\/([^/?]+)/;
/** A 404 without it may mean that the operation is not served. */
const NOT_FOUND = 'api_v1_not_found';
/** A refusal in a stream, whose status says nothing. */
const REFUSAL = /^event: ?message\.error\r?$/m;

/** A request for a chat of another credential. */
interface Intrusion {
  readonly exchange: number;
  readonly chat: string;
  readonly operation: string;
  readonly isServed: boolean;
}

/** Finds the operations that serve chats of other credentials, if there are operations that refuse to. */
export function findUnfiltered(exchanges: readonly LoggedExchange[]): Symptom | undefined {
  const intrusions = findIntrusions(exchanges);
  const served = intrusions.filter(({ isServed }) => isServed);
  const operations = new Set(served.map(({ operation }) => operation));
  const others = intrusions.filter(({ isServed, operation }) => !isServed && !operations.has(operation));
  if (served.length === 0 || others.length === 0) return undefined;
  const firstAt = new Map(served.toReversed().map(({ chat, exchange }) => [chat, exchange]));
  return {
    text: `${[...operations].join(', ')}: chats of other credentials are served, which ${others[0]?.operation} refuses; look for the chat by its id and its credential`,
    exchanges: served.map(({ exchange }) => exchange),
    explains: ({ exchange = -1 }) => {
      const chat = chatOf(exchanges[exchange]);
      return chat !== undefined && (firstAt.get(chat) ?? Number.POSITIVE_INFINITY) <= exchange;
    },
  };
}

/** A chat belongs to the credential that created it, or else to the first one for which it was found. */
function findIntrusions(exchanges: readonly LoggedExchange[]): Intrusion[] {
  const owners = new Map<string, string>();
  const intrusions: Intrusion[] = [];
  for (const exchange of exchanges) {
    const { actor, request, status = 0, number } = exchange;
    const match = actor === 'application' ? undefined : matchOperation(request.method, request.path);
    if (!match) continue;
    const { operationId, method, path } = match.operation;
    const isServed = isSuccessStatus(status) && !REFUSAL.test(textOf(exchange));
    const chat = operationId === 'createChat' ? createdBy(exchange) : chatOf(exchange);
    if (chat === undefined) continue;
    const owner = owners.get(chat);
    if (owner === undefined && isServed) owners.set(chat, actor);
    if (owner === undefined || owner === actor) continue;
    if (!isServed && objectIn(exchange).message_code !== NOT_FOUND) continue;
    const operation = `${method.toUpperCase()} ${path.replace('/api/v1', '')}`;
    intrusions.push({ exchange: number, chat, operation, isServed });
  }
  return intrusions;
}

function createdBy(exchange: LoggedExchange): string | undefined {
  const { data } = objectIn(exchange);
  const id = (data as { readonly id?: unknown } | undefined)?.id;
  return typeof id === 'string' ? id : undefined;
}

function chatOf(exchange: LoggedExchange | undefined): string | undefined {
  return CHAT.exec(exchange?.request.path ?? '')?.[1];
}
