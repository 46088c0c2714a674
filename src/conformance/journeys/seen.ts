import type { OperationId } from '../../../generated/ids.d.ts';
import { EventStreamReader } from '../../event-stream/index.ts';
import type { LoggedExchange } from '../drive/logged-exchange.ts';
import { isEventStream } from '../judge/headers.ts';
import { isObject, type JsonObject, parseServiceJson } from '../judge/json.ts';
import { matchOperation } from '../judge/operations.ts';
import { isTerminal } from '../judge/rules/event-names.ts';
import { isSuccessStatus } from '../judge/status.ts';

export interface SeenEvent {
  readonly type: string;
  readonly data: JsonObject;
  /** Milliseconds of the real clock. */
  readonly at: number;
}

/** An exchange of a client, with what its texts say. */
export interface Seen {
  readonly exchange: LoggedExchange;
  readonly operation: OperationId | undefined;
  /** The id in the path: of the chat or the skill. */
  readonly id: string | undefined;
  readonly key: string | undefined;
  /** The JSON value of the request; undefined if it has none. */
  readonly sent: unknown;
  readonly isSuccess: boolean;
  /** The `message_code` of a JSON answer; undefined if it has none. */
  readonly code: string | undefined;
  readonly answer: JsonObject;
  /** The `data` of the answer, if it is an object. */
  readonly data: JsonObject;
  readonly events: readonly SeenEvent[];
  /** The event that ends the turn, if it arrived. */
  readonly terminal: SeenEvent | undefined;
  /** Whether the client got the whole answer. */
  readonly isWhole: boolean;
}

export function readSeen(exchange: LoggedExchange): Seen {
  const { request, status = 0, headers, chunks, end } = exchange;
  const match = matchOperation(request.method, request.path);
  const isStream = isEventStream(headers);
  const events = isStream ? readEvents(exchange) : [];
  const answer = isStream ? {} : objectOf(readJson(Buffer.concat(chunks.map(({ bytes }) => bytes))));
  const { message_code: code, data } = answer;
  return {
    exchange,
    operation: match?.operation.operationId,
    id: match?.parameters[0],
    key: request.headers['idempotency-key'],
    sent: request.body && isComplete(request) ? readJson(request.body) : undefined,
    isSuccess: isSuccessStatus(status),
    code: typeof code === 'string' ? code : undefined,
    answer,
    data: objectOf(data),
    events,
    terminal: events.find(({ type }) => isTerminal(type)),
    isWhole: end === 'server',
  };
}

/** Whether the whole body of a request arrived. Something before the service may have broken the connection. */
function isComplete({ headers, body }: LoggedExchange['request']): boolean {
  const length = headers['content-length'];
  return length === undefined || Number(length) === body?.length;
}

function readEvents({ chunks }: LoggedExchange): SeenEvent[] {
  const reader = new EventStreamReader();
  const events: SeenEvent[] = [];
  for (const { at, bytes } of chunks) {
    reader.push(bytes);
    for (let event = reader.next(); event; event = reader.next())
      events.push({ type: event.type, data: objectOf(readJson(event.data)), at });
  }
  return events;
}

function readJson(text: Uint8Array | string): unknown {
  try {
    return parseServiceJson(typeof text === 'string' ? text : new TextDecoder().decode(text));
  } catch {
    return undefined;
  }
}

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** What a client sends later about the same chat. */
export function laterThan({ id, exchange }: Seen, seen: readonly Seen[]): readonly Seen[] {
  return seen.filter((other) => other.id === id && other.exchange.number > exchange.number);
}

/** Whether the client closed the connection before the turn had ended. */
export function isLeft({ exchange, terminal }: Seen): boolean {
  return exchange.end === 'client' && terminal === undefined;
}
