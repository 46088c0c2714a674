import { isObject, type JsonObject } from '../judge/json.ts';
import { isRejected } from '../judge/shape/rejected.ts';
import { isRefusalStatus, isSuccessStatus } from '../judge/status.ts';
import type { LoggedExchange } from './logged-exchange.ts';
import { UnusableValue } from './unusable-value.ts';

/** Called with the exchange of an answer or a stream whenever its status, body or events are looked at. */
export type OnRead = (exchange: LoggedExchange) => void;

/** A complete response from the target. Its body should be JSON. */
export class Answer {
  readonly exchange: LoggedExchange;
  readonly headers: Readonly<Record<string, string>>;
  /** The terminal event, if this is a stream that no check follows. */
  readonly terminal: string | undefined;
  readonly #body: unknown;
  #onRead: OnRead = () => {};

  constructor(exchange: LoggedExchange, body: unknown, terminal?: string) {
    this.exchange = exchange;
    this.headers = exchange.headers ?? {};
    this.#body = body;
    this.terminal = terminal;
  }

  /** Calls a function whenever the status or the body is looked at from now on. */
  readBy(onRead: OnRead): this {
    this.#onRead = onRead;
    return this;
  }

  get status(): number {
    this.#onRead(this.exchange);
    return this.exchange.status ?? 0;
  }

  /** The parsed body, with what its shape rejects as `Rejected`; undefined if it is not JSON. */
  get body(): unknown {
    this.#onRead(this.exchange);
    return this.#body;
  }

  get isSuccess(): boolean {
    return isSuccessStatus(this.status);
  }

  get isRefusal(): boolean {
    return isRefusalStatus(this.status);
  }

  get messageCode(): unknown {
    return isObject(this.body) ? this.body.message_code : undefined;
  }

  /** The `data` of the envelope; an empty object if it is not an object. */
  get data(): JsonObject {
    const data = isObject(this.body) ? this.body.data : undefined;
    return isObject(data) ? data : {};
  }

  /**
   * The objects in the `data` of the envelope; empty if it is not an array.
   *
   * @throws UnusableValue if one of them has no usable id: it might be the one that a check looks for
   */
  get items(): readonly JsonObject[] {
    const data = isObject(this.body) ? this.body.data : undefined;
    if (isRejected(data)) throw new UnusableValue('list');
    const items = Array.isArray(data) ? data.filter(isObject) : [];
    if (items.some(({ id }) => isRejected(id))) throw new UnusableValue('id of each item of a list');
    return items;
  }

  get meta(): JsonObject {
    const meta = isObject(this.body) ? this.body.meta : undefined;
    return isObject(meta) ? meta : {};
  }
}
