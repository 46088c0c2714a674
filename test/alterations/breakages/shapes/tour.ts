import type { StreamEvent } from '../../../../generated/types.d.ts';
import { wholeRun } from '../../../../scripts/ledger/whole-run.ts';
import type { Breakage } from '../../../../src/alterations/alteration.ts';
import { typeOfBody, typeOfEvent } from '../../../../src/alterations/breakages/shapes/schema.ts';
import { textOf } from '../../../../src/conformance/drive/exchange-body.ts';
import type { LoggedExchange } from '../../../../src/conformance/drive/logged-exchange.ts';
import { ExchangeJudge } from '../../../../src/conformance/judge/exchange-judge.ts';
import { Judgement } from '../../../../src/conformance/judge/judgement.ts';
import { matchOperation } from '../../../../src/conformance/judge/operations.ts';
import { EventStreamReader, formatEvent, type SseEvent } from '../../../../src/event-stream/index.ts';
import type { Exchange, HttpRequest } from '../../../../src/reference/http/exchange.ts';
import { OPERATIONS, type Operation } from '../../../../src/reference/http/operation.ts';

/** A body or an event that the sound server sent, with its parsed value. */
export interface Message {
  readonly exchange: LoggedExchange;
  readonly type: string;
  readonly value: unknown;
  /** The index of the event in its stream; absent for a body. */
  readonly event?: number;
}

/** Collects everything that the sound server sends to the suite. Short exchanges come first. */
export async function takeTour(): Promise<Message[]> {
  const { exchanges } = await wholeRun();
  return exchanges
    .filter(({ end, length, chunks }) => end === 'server' && length === sizeOf(chunks))
    .toSorted((left, right) => left.length - right.length)
    .flatMap(messagesOf);
}

/** Judges the exchange of a message with another value in place of the message. @returns the violated requirements */
export function judgeInstead({ exchange, event }: Message, value: unknown): string[] {
  const events = event === undefined ? [] : eventsOf(exchange);
  const changed = events.map((each, index) =>
    index === event ? { ...each, data: JSON.stringify(value) } : each,
  );
  return judge(exchange, changed, value);
}

/** Judges the exchange of a message as a server with a breakage would send it. @returns the violated requirements */
export async function judgeUnder(
  { exchange }: Breakage,
  { exchange: logged, type, value }: Message,
): Promise<string[]> {
  const events = eventsOf(logged);
  const sound: Exchange = () =>
    isStream(logged)
      ? {
          status: 200,
          open(sink) {
            for (const { type: name, data } of events) sink.send(parse(name, data));
          },
        }
      : { status: logged.status ?? 0, body: value };
  const answer = await exchange?.(sound)(requestOf(logged));
  if (!answer) throw new Error(`the breakage of ${type} decorates no exchange`);
  if (!('open' in answer)) return judge(logged, [], answer.body);
  const sent: { readonly type: string; readonly data: string }[] = [];
  answer.open({
    send: (event) => sent.push({ type: event.type, data: JSON.stringify(event.data) }),
    end() {},
    onGone() {},
  });
  return judge(
    logged,
    sent.map((event, index) => ({ ...event, at: events[index]?.at ?? 0 })),
    undefined,
  );
}

function judge(
  { request, status = 0, headers = {}, chunks }: LoggedExchange,
  events: readonly { readonly type: string; readonly data: string; readonly at: number }[],
  body: unknown,
): string[] {
  const judgement = new Judgement();
  const exchangeJudge = new ExchangeJudge(judgement, request, { timeScale: 1, mayBeLeft: true });
  exchangeJudge.respond({ status, headers });
  for (const { type, data, at } of events) exchangeJudge.push(Buffer.from(formatEvent({ type, data })), at);
  if (events.length === 0) exchangeJudge.push(Buffer.from(JSON.stringify(body)), chunks[0]?.at);
  exchangeJudge.end('server', chunks.at(-1)?.at);
  return [...judgement.rows].filter(([, { violations }]) => violations > 0).map(([id]) => id);
}

function messagesOf(exchange: LoggedExchange): Message[] {
  const { request, status = 0 } = exchange;
  if (isStream(exchange)) {
    return eventsOf(exchange).flatMap(({ type: name, data }, event) => {
      const type = typeOfEvent(name);
      return type === undefined ? [] : [{ exchange, type, value: JSON.parse(data), event }];
    });
  }
  const operation = operationOf(request);
  const type = operation && typeOfBody(operation.operationId, status);
  // The contract does not say how a request without a valid credential is answered.
  if (type === undefined || status === 401 || status === 403) return [];
  const value: unknown = JSON.parse(textOf(exchange));
  return [{ exchange, type, value }];
}

function isStream({ headers = {} }: LoggedExchange): boolean {
  return headers['content-type']?.startsWith('text/event-stream') ?? false;
}

function operationOf({ method, path }: LoggedExchange['request']): Operation | undefined {
  const id = matchOperation(method, path)?.operation.operationId;
  return OPERATIONS.find(({ operationId }) => operationId === id);
}

function requestOf({ request }: LoggedExchange): HttpRequest {
  const operation = operationOf(request);
  if (!operation) throw new Error(`${request.path} is no operation`);
  return { operation, requestId: '', path: {}, query: {}, header: () => undefined, body: undefined };
}

function parse(type: string, data: string): StreamEvent {
  return { type, data: JSON.parse(data) } as StreamEvent;
}

/** The events of a stream, each with the time at which it was complete. */
function eventsOf({ chunks }: LoggedExchange): (SseEvent & { readonly at: number })[] {
  const reader = new EventStreamReader();
  const events: (SseEvent & { readonly at: number })[] = [];
  for (const { at, bytes } of chunks) {
    reader.push(bytes);
    for (let event = reader.next(); event; event = reader.next()) events.push({ ...event, at });
  }
  return events;
}

function sizeOf(chunks: LoggedExchange['chunks']): number {
  return chunks.reduce((sum, { bytes }) => sum + bytes.length, 0);
}
