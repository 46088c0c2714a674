import type { OpenPointId, OperationId } from '../../../generated/ids.d.ts';
import type { Operation } from '../../../generated/operations.d.ts';
import { EventStreamReader } from '../../event-stream/index.ts';
import { textOf } from '../drive/exchange-body.ts';
import type { LoggedExchange } from '../drive/logged-exchange.ts';
import { isEventStream } from '../judge/headers.ts';
import { isObject, type JsonObject, objectsIn, parseServiceJson } from '../judge/json.ts';
import { matchOperation } from '../judge/operations.ts';
import { isTerminal } from '../judge/rules/event-names.ts';
import { mayRefuse, showsTurn, surelyRefuses } from '../judge/rules/refusal.ts';
import { bodyWithoutNulls, dataWithoutNulls } from '../judge/shape/null-for-absent.ts';
import { isRefusalStatus, isSuccessStatus } from '../judge/status.ts';

/** Bytes. No answer of a usual run is longer. Parsed, a long one takes many times its size, and shows no reading of its own. */
const MOST_BYTES = 512 * 1024;
const NOTHING: JsonObject = {};
const NO_QUERY = new URLSearchParams();

export interface SeenEvent {
  readonly type: string;
  readonly data: JsonObject;
  /** Whether a null stood for an absent member. */
  readonly hasNulls: boolean;
  /** When it arrived, in milliseconds of the run. */
  readonly at: number;
}

/** One exchange of a run in the terms of the contract. It is parsed on demand, and again each time, so that a run of any size takes little memory. */
export class Seen {
  readonly exchange: LoggedExchange;
  readonly operation: OperationId | undefined;
  readonly scopes: Operation['requiredScopes'];
  /** The id of the chat or skill in the path, in lower case. */
  readonly id: string;
  readonly query: URLSearchParams;
  #text: string | undefined;
  #body: { readonly value: unknown } | undefined;
  #sent: { readonly value: JsonObject } | undefined;
  #events: readonly SeenEvent[] | undefined;

  constructor(exchange: LoggedExchange) {
    const { method, path } = exchange.request;
    const match = matchOperation(method, path);
    const [, query = ''] = path.split('?');
    this.exchange = exchange;
    this.operation = match?.operation.operationId as OperationId | undefined;
    this.scopes = match?.operation.requiredScopes ?? [];
    this.id = (match?.parameters[0] ?? '').toLowerCase();
    this.query = query === '' ? NO_QUERY : new URLSearchParams(query);
  }

  get actor(): string {
    return this.exchange.actor;
  }

  get sentAt(): number {
    return this.exchange.sentAt;
  }

  /** When the last bytes of the answer arrived. */
  get at(): number {
    return this.exchange.chunks.at(-1)?.at ?? this.sentAt;
  }

  get status(): number {
    return this.exchange.status ?? 0;
  }

  get isSuccess(): boolean {
    return isSuccessStatus(this.status);
  }

  /** Whether the server accepted the request. A stream may open for a refusal alone, and with a code of the service, it may have. */
  get isAccepted(): boolean {
    const shows = this.events.some(({ type }) => showsTurn(type));
    return this.isSuccess && !(this.end?.type === 'message.error' && mayRefuse(this.end.data, shows));
  }

  /** Whether the request was refused for what it asks for, not for who asks. */
  get isRefused(): boolean {
    return isRefusalStatus(this.status) && ![401, 403, 429].includes(this.status);
  }

  get isRefusedInStream(): boolean {
    return this.end?.type === 'message.error' && surelyRefuses(this.end.data);
  }

  get isStream(): boolean {
    return isEventStream(this.exchange.headers ?? {});
  }

  /** Whether all of the body was kept. */
  get isWhole(): boolean {
    return this.exchange.length === this.exchange.chunks.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  /** The idempotency key. */
  get key(): string | undefined {
    return this.exchange.request.headers['idempotency-key'];
  }

  /** The kept part of the body; empty where it is too long to be looked at. */
  get text(): string {
    this.#text ??= this.#isTooLong ? '' : textOf(this.exchange);
    return this.#text;
  }

  /** The body of the request if it is a JSON object. */
  get sent(): JsonObject {
    this.#sent ??= { value: objectOf(parse(Buffer.from(this.exchange.request.body ?? '').toString())) };
    return this.#sent.value;
  }

  /** The body of an answer if it is a JSON object. */
  get body(): JsonObject {
    this.#body ??= {
      value: this.isStream
        ? undefined
        : bodyWithoutNulls(this.exchange.request, this.status, parse(this.text)),
    };
    return objectOf(this.#body.value);
  }

  /** Whether a null stands for an absent member in the answer or in an event. */
  get hasNulls(): boolean {
    if (this.isStream) return this.events.some(({ hasNulls }) => hasNulls);
    const value = parse(this.text);
    return bodyWithoutNulls(this.exchange.request, this.status, value) !== value;
  }

  /** The member `data` if it is an object. */
  get data(): JsonObject {
    return objectOf(this.body.data);
  }

  /** The objects of a page. */
  get items(): readonly JsonObject[] {
    return objectsIn(this.body.data);
  }

  get meta(): JsonObject {
    return objectOf(this.body.meta);
  }

  get code(): string | undefined {
    const { message_code: code } = this.body;
    return typeof code === 'string' ? code : undefined;
  }

  /** The details of an outage, in an answer or in a stream. */
  get details(): JsonObject | undefined {
    const details = this.isStream ? this.end?.data.details : this.meta.error_details;
    return isObject(details) ? details : undefined;
  }

  /** The events of a stream that were kept; none where it is too long to be looked at. */
  get events(): readonly SeenEvent[] {
    this.#events ??= this.isStream && !this.#isTooLong ? readEvents(this.exchange) : [];
    return this.#events;
  }

  get #isTooLong(): boolean {
    return this.exchange.length > MOST_BYTES;
  }

  get start(): JsonObject | undefined {
    return this.events.find(({ type }) => type === 'message.start')?.data;
  }

  /** The terminal event of a stream. */
  get end(): SeenEvent | undefined {
    return this.events.find(({ type }) => isTerminal(type));
  }

  /** The turn that a blocking answer or the end of a stream shows. */
  get turn(): JsonObject | undefined {
    if (this.operation === 'sendMessage' && this.isSuccess) return this.data;
    return this.end && this.end.type !== 'message.error' ? this.end.data : undefined;
  }

  /** The id of the turn that the exchange is about. */
  get turnId(): unknown {
    return this.turn?.id ?? this.start?.message_id ?? this.data.message_id;
  }

  /** Whether the check says that it has arranged what an open point asks about. */
  isAboutPoint(point: OpenPointId): boolean {
    return this.exchange.observed?.includes(point) ?? false;
  }
}

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : NOTHING;
}

function parse(text: string): unknown {
  try {
    return parseServiceJson(text);
  } catch {
    return undefined;
  }
}

/** The events of the kept part of a stream. Whatever comes after an event that is too large is left out. */
function readEvents({ chunks }: LoggedExchange): SeenEvent[] {
  const reader = new EventStreamReader();
  const events: SeenEvent[] = [];
  try {
    for (const { bytes, at } of chunks) {
      reader.push(bytes);
      for (let event = reader.next(); event; event = reader.next()) {
        const whole = parse(event.data);
        const data = dataWithoutNulls(event.type, whole);
        events.push({ type: event.type, data: objectOf(data), hasNulls: data !== whole, at });
      }
    }
  } catch {
    // What was read until then is true all the same.
  }
  reader.release();
  return events;
}
