import { isObject, type JsonObject } from '../judge/json.ts';
import type { LoggedExchange } from './exchange-log.ts';

/** A whole answer in JSON, or in whatever a target sends instead. */
export class Answer {
  readonly exchange: LoggedExchange;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body; undefined when it is no JSON. */
  readonly body: unknown;

  constructor(exchange: LoggedExchange, body: unknown) {
    this.exchange = exchange;
    this.status = exchange.status ?? 0;
    this.headers = exchange.headers ?? {};
    this.body = body;
  }

  get isSuccess(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get messageCode(): unknown {
    return isObject(this.body) ? this.body.message_code : undefined;
  }

  /** The envelope's `data`, as an object; empty when it is none. */
  get data(): JsonObject {
    const data = isObject(this.body) ? this.body.data : undefined;
    return isObject(data) ? data : {};
  }

  /** The envelope's `data`, as a list; empty when it is none. */
  get items(): readonly JsonObject[] {
    const data = isObject(this.body) ? this.body.data : undefined;
    return Array.isArray(data) ? data.filter(isObject) : [];
  }

  get meta(): JsonObject {
    const meta = isObject(this.body) ? this.body.meta : undefined;
    return isObject(meta) ? meta : {};
  }
}
