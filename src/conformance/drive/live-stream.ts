import { EventStreamReader } from '../../event-stream/index.ts';
import { isObject, type JsonObject } from '../judge/json.ts';
import type { ExchangeWriter, LoggedExchange } from './exchange-log.ts';
import { TransportFailure } from './wire.ts';

/** An event of a stream that is being read. */
export interface LiveEvent {
  readonly type: string;
  /** Empty when the data is no JSON object; the judge says so. */
  readonly data: JsonObject;
}

const TERMINAL = new Set(['message.completed', 'message.cancelled', 'message.error']);

/**
 * A stream of a target. It is read as it comes, whether or not somebody waits for an event, so that the judge has the times at
 * which events arrived and not those at which a check got round to them.
 */
export class LiveStream {
  readonly chatId: string;
  readonly key: string;
  /** What was read so far. */
  readonly events: LiveEvent[] = [];
  readonly #writer: ExchangeWriter;
  readonly #reader = new EventStreamReader();
  readonly #controller: AbortController;
  readonly #arrived: LiveEvent[] = [];
  #isOver = false;
  #failure: unknown;
  #wake = () => {};

  constructor(
    body: AsyncIterable<Uint8Array>,
    writer: ExchangeWriter,
    controller: AbortController,
    names: { readonly chatId: string; readonly key: string },
  ) {
    this.chatId = names.chatId;
    this.key = names.key;
    this.#writer = writer;
    this.#controller = controller;
    void this.#pump(body);
  }

  get exchange(): LoggedExchange {
    return this.#writer.exchange;
  }

  /** The event that ended the stream, if it was read. */
  get terminal(): LiveEvent | undefined {
    return this.events.findLast(({ type }) => TERMINAL.has(type));
  }

  /** Whether the event that ends a stream has come in, read or not. */
  get hasEnded(): boolean {
    return this.terminal !== undefined || this.#arrived.some(({ type }) => TERMINAL.has(type));
  }

  /** Id of the turn, by message.start. */
  get messageId(): unknown {
    return this.events.find(({ type }) => type === 'message.start')?.data.message_id;
  }

  /** The next event; undefined at the end. @throws TransportFailure when the connection breaks */
  async next(): Promise<LiveEvent | undefined> {
    while (this.#arrived.length === 0 && !this.#isOver) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const event = this.#arrived.shift();
    if (event) this.events.push(event);
    else if (this.#failure !== undefined) throw this.#failure;
    return event;
  }

  /** Reads on to an event of one of the types. @returns undefined when the stream ends before */
  async until(...types: readonly string[]): Promise<LiveEvent | undefined> {
    for (let event = await this.next(); event; event = await this.next()) {
      if (types.includes(event.type)) return event;
    }
    return undefined;
  }

  /** Reads to the end. @returns the terminal event, if there was one */
  async rest(): Promise<LiveEvent | undefined> {
    while (await this.next());
    return this.terminal;
  }

  /** Goes away in the middle, as a client that loses its connection. */
  disconnect(): void {
    this.#writer.end('client');
    this.#controller.abort();
  }

  async #pump(body: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      for await (const piece of body) {
        this.#writer.push(piece);
        this.#reader.push(piece);
        for (let event = this.#reader.next(); event; event = this.#reader.next()) {
          this.#arrived.push({ type: event.type, data: parseObject(event.data) });
        }
        this.#wake();
      }
      this.#writer.end('server');
    } catch (error) {
      const isOurs = this.#controller.signal.aborted;
      if (!isOurs) this.#failure = error;
      this.#writer.end(
        isOurs ? 'client' : 'error',
        error instanceof TransportFailure ? error.message : undefined,
      );
    }
    this.#isOver = true;
    this.#wake();
  }
}

function parseObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
