import { isInteger, type JsonInteger } from '../../exact-json/exact-number.ts';
import { isObject, type JsonObject } from '../judge/json.ts';
import { EVENTS } from '../judge/rules/event-names.ts';
import type { ReadEvent } from '../judge/stream-facts.ts';
import type { OnRead } from './answer.ts';
import { countValues } from './bounded-json.ts';
import type { ExchangeWriter } from './exchange-writer.ts';
import type { DriveLimits } from './limits.ts';
import type { LoggedExchange } from './logged-exchange.ts';
import { isStop, problemOf } from './one-exchange.ts';
import type { RunClock } from './run-clock.ts';
import { UnusableValue } from './unusable-value.ts';
import { type Transport, TransportFailure } from './wire.ts';

/** An event of a stream that is being read. */
export interface LiveEvent {
  readonly type: string;
  /** Empty if the data is not a JSON object. The judge reports that. */
  readonly data: JsonObject;
}

/** The most JSON values in all events of a stream together. */
const MOST_VALUES = 250_000;

const TERMINAL = new Set(['message.completed', 'message.cancelled', 'message.error']);

/**
 * A stream from the target. It is read as it arrives, even if no check waits for an event, so that the judge sees the real arrival times.
 */
export class LiveStream {
  readonly chatId: string;
  readonly key: string;
  readonly #writer: ExchangeWriter;
  readonly #limits: DriveLimits;
  readonly #controller: AbortController;
  readonly #arrived: LiveEvent[] = [];
  readonly #returned: LiveEvent[] = [];
  #onRead: OnRead = () => {};
  #events = 0;
  #values = 0;
  #isOver = false;
  /** Why the rest of the stream is not read. */
  #refusal: unknown;
  #failure: unknown;
  #wake = () => {};
  readonly #clock: RunClock;
  #stopLeaving = () => {};

  constructor(
    body: AsyncIterable<Uint8Array>,
    writer: ExchangeWriter,
    controller: AbortController,
    names: { readonly chatId: string; readonly key: string },
    { limits, clock }: Pick<Transport, 'limits' | 'clock'>,
  ) {
    this.chatId = names.chatId;
    this.key = names.key;
    this.#writer = writer;
    this.#controller = controller;
    this.#limits = limits;
    this.#clock = clock;
    writer.follow({
      event: (event) => this.#take(event),
      unreadable: (cause) => {
        const most = `${limits.eventBytes} bytes or ${MOST_VALUES} values`;
        this.#refusal ??= tooLarge(`an event of the stream has more than ${most}`, { cause });
      },
    });
    void this.#pump(body);
  }

  get exchange(): LoggedExchange {
    return this.#writer.exchange;
  }

  /** Calls a function whenever the events are looked at from now on. */
  readBy(onRead: OnRead): this {
    this.#onRead = onRead;
    return this;
  }

  /** The events that `next` has returned. */
  get events(): readonly LiveEvent[] {
    this.#onRead(this.exchange);
    return this.#returned;
  }

  /** The terminal event, if `next` has returned it. */
  get terminal(): LiveEvent | undefined {
    return this.events.findLast(({ type }) => TERMINAL.has(type));
  }

  /** Whether the terminal event has arrived, even if `next` has not returned it. */
  get hasEnded(): boolean {
    return [this.#returned, this.#arrived].some((events) => events.some(({ type }) => TERMINAL.has(type)));
  }

  /** The `message_id` of message.start; undefined if there is no such event. @throws UnusableValue if it is no integer */
  get messageId(): JsonInteger | undefined {
    const start = this.events.find(({ type }) => type === 'message.start');
    if (!start) return undefined;
    const { message_id: id } = start.data;
    if (!isInteger(id)) throw new UnusableValue('message_id of message.start');
    return id;
  }

  /** Waits for the next event; undefined at the end. @throws TransportFailure if the connection breaks */
  async next(): Promise<LiveEvent | undefined> {
    while (this.#arrived.length === 0 && !this.#isOver) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const event = this.#arrived.shift();
    this.#onRead(this.exchange);
    if (event) this.#returned.push(event);
    else if (this.#failure !== undefined) throw this.#failure;
    return event;
  }

  /** Reads up to an event of one of the types. @returns undefined if the stream ends before */
  async until(...types: readonly string[]): Promise<LiveEvent | undefined> {
    for (let event = await this.next(); event; event = await this.next()) {
      if (types.includes(event.type)) return event;
    }
    return undefined;
  }

  /** Reads to the end. @returns the terminal event, if there is one */
  async rest(): Promise<LiveEvent | undefined> {
    while (await this.next());
    return this.terminal;
  }

  /** Closes the connection, as if the client had lost its network. */
  disconnect(): void {
    this.#writer.end('client');
    this.#controller.abort();
  }

  async #pump(body: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      for await (const piece of body) {
        this.#writer.push(piece);
        if (this.#refusal) throw this.#refusal;
        this.#wake();
        if (this.hasEnded) this.#leaveSoon();
      }
      this.#writer.end('server');
    } catch (error) {
      this.#fail(error);
    }
    this.#stopLeaving();
    this.#isOver = true;
    this.#wake();
  }

  /** Closes a stream that stays open after its terminal event, unless the target sends something or closes it soon. */
  #leaveSoon(): void {
    this.#stopLeaving();
    this.#stopLeaving = this.#clock.after(this.#limits.lingering, () => this.disconnect());
  }

  #take({ type, text, value }: ReadEvent): void {
    if (this.#refusal) return;
    try {
      this.#count(text);
    } catch (error) {
      this.#refusal = error;
      return;
    }
    // Nobody knows what the members of other events mean, so checks do not see them. The judge reports their names.
    if (EVENTS.has(type)) this.#arrived.push({ type, data: isObject(value) ? value : {} });
  }

  /** @throws TransportFailure if the stream is larger than the limits */
  #count(text: string): void {
    this.#events += 1;
    if (this.#events > this.#limits.events)
      throw tooLarge(`the stream has more than ${this.#limits.events} events`);
    const values = countValues(text);
    this.#values += values;
    if (this.#values > MOST_VALUES) throw tooLarge(`the stream has more than ${MOST_VALUES} values`);
    this.#writer.hold(text, values);
  }

  #fail(error: unknown): void {
    const isOurs = this.#controller.signal.aborted;
    if (!isOurs) this.#failure = error;
    // The next call of `next` throws the failure. The events that arrived before it in a flood are dropped to free memory.
    if (error instanceof TransportFailure && error.problem === 'too-large') this.#arrived.length = 0;
    this.#writer.end(isOurs || isStop(error) ? 'client' : 'error', problemOf(error));
  }
}

function tooLarge(message: string, options?: ErrorOptions): TransportFailure {
  return new TransportFailure('too-large', message, options);
}
