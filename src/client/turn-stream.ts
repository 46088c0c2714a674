import type { Methods, WithResponse } from '../../generated/methods.js';
import type { CancelResult } from '../../generated/types.js';
import type { Call } from './call.ts';
import { type Iteration, iterate } from './iterate.ts';
import { type CallOptions, checkNumbers } from './options.ts';
import type { Transport } from './transport.ts';
import type { TurnEvent } from './turn-event.ts';
import type { TurnOutcome } from './turn-progress.ts';
import { TurnReader } from './turn-reader.ts';

declare global {
  // The same declarations as in TypeScript's library and in Node's types. A consumer may have neither, and TypeScript before 5.2 has no
  // such library to refer to.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
    readonly asyncDispose: unique symbol;
  }
  interface Disposable {
    [Symbol.dispose](): void;
  }
  interface AsyncDisposable {
    [Symbol.asyncDispose](): PromiseLike<void>;
  }
}

type Interactions = Methods<CallOptions>['interactions'];

type EventListeners = {
  [Type in TurnEvent['type']]: (event: Extract<TurnEvent, { type: Type }>) => void;
};

/** The listeners by the name that they listen to: the name of an event, `event`, or `text`. */
export interface TurnListeners extends EventListeners {
  /** Receives every event. */
  event: (event: TurnEvent) => void;
  /** Receives new text, and the whole text so far. After a delta with `replace`, both are the whole text. */
  text: (text: string, content: string) => void;
}

/**
 * A running turn. Read its events with `for await`, or only its outcome with `final` or `text`. The request is sent when reading
 * begins. A stream can be read once.
 *
 * The loop ends after exactly one terminal event, or throws ConversationApiError. It also throws when the stream ends without a terminal
 * event. When the turn itself fails, the terminal event is message.error: the loop yields it, and `final` and `text` throw it.
 *
 * When the connection is lost, the client sends the same key and body again, which does not run the turn twice. It then waits for the turn
 * to end and delivers the outcome. Leaving the loop closes the connection, but the turn goes on; `cancel` stops the turn.
 */
export class TurnStream implements AsyncIterable<TurnEvent> {
  // Survives minification.
  static readonly name = 'TurnStream';
  /**
   * The Idempotency-Key of the turn. Sending it again with the same body returns the outcome, also from another process. Empty for
   * a relayed turn, whose key only your server knows.
   */
  readonly idempotencyKey: string;
  /**
   * Resolves with the outcome of the turn. Rejects with the reason when the turn fails or reading stops early. Awaiting this promise does
   * not read the stream; `final` does.
   */
  readonly ended: Promise<TurnOutcome>;
  readonly #interactions: Interactions;
  readonly #reader: TurnReader;
  readonly #events: Iteration<TurnEvent>;
  readonly #listeners: [name: string, listener: (...facts: never[]) => void][] = [];
  #isRead = false;
  /** The first event, and whether only `withResponse` has asked for it. */
  #first: ReturnType<Iteration<TurnEvent>['next']> | undefined;
  #isPeeked = false;
  /** The next event, while `final` reads. */
  #step: Promise<unknown> | undefined;
  /** Events that `final` has read and the loop has not. */
  readonly #ahead: TurnEvent[] = [];

  constructor(transport: Pick<Transport, 'send' | 'runtime'>, interactions: Interactions, call: Call) {
    checkNumbers(call.options);
    this.#interactions = interactions;
    this.idempotencyKey = call.idempotencyKey ?? '';
    const { onEvent } = call.options;
    if (onEvent) this.on('event', (event) => onEvent(event, this));
    const reader = new TurnReader(transport, interactions, call, (event) => this.#tell(event));
    this.#reader = reader;
    this.ended = reader.outcome;
    this.#events = iterate(
      () => reader.read(),
      () => reader.close(),
      () => reader.take(),
    );
  }

  /** Id of the chat that the turn belongs to. Empty for a relayed turn before its first event. */
  get chatId(): string {
    return this.#reader.chatId;
  }

  /** The text of the answer so far. A delta with `replace` replaces it. After the end it is the `content` of the outcome. */
  get content(): string {
    return this.#reader.content;
  }

  /**
   * Adds a listener for the events of one name, for every event (`event`), or for new text (`text`). A listener does not start the request;
   * it sees every event, however the stream is read. When a listener throws, the stream fails with its error.
   */
  on<Name extends keyof TurnListeners>(name: Name, listener: TurnListeners[Name]): this {
    this.#listeners.push([name, listener]);
    return this;
  }

  /** @throws TypeError when the stream has already been read, or is being read. */
  [Symbol.asyncIterator](): AsyncIterator<TurnEvent, void, undefined> {
    if (this.#isRead) {
      throw new TypeError('this stream has already been read; send its key again to read the outcome');
    }
    this.#isRead = true;
    return {
      next: () => (this.#step || this.#ahead.length ? this.#nextAhead() : this.#next()),
      return: async () => (this.#step ? { done: true, value: undefined } : this.#events.return()),
    };
  }

  /**
   * Sends the request and waits until the first event has arrived. Returns the status and the headers, the request id from message.start,
   * and this stream, which still yields all events. After a lost connection, the response is that of the latest connection. A relayed
   * turn has an empty response.
   * @throws ConversationApiError when the stream does not open.
   */
  async withResponse(): Promise<WithResponse<this>> {
    if (!this.#first) {
      this.#first = this.#events.next();
      this.#isPeeked = true;
    }
    // Without any event, the stream was closed.
    if ((await this.#first).done) await this.ended;
    const { response, requestId } = this.#reader;
    return { data: this, response: response as Response, requestId };
  }

  /** Yields the whole text so far, each time it has changed. */
  texts(): AsyncIterableIterator<string> {
    const events = this[Symbol.asyncIterator]();
    const read = async () => {
      for (let step = await events.next(); !step.done; step = await events.next()) {
        if (step.value.type === 'message.delta') return this.content;
      }
      return undefined;
    };
    return iterate(read, () => void events.return?.());
  }

  /**
   * Reads the stream to its end and returns the finished turn, completed or cancelled. A loop over the same stream still gets all events,
   * even if the loop itself awaits this promise.
   * @throws ConversationApiError when the turn has failed or its outcome is not known.
   */
  async final(): Promise<TurnOutcome> {
    const hasLoop = this.#isRead;
    this.#isRead = true;
    if (!this.#step) await this.#readOn(hasLoop).catch(() => {});
    return this.ended;
  }

  /**
   * Returns the whole text of the answer. Reads the stream as `final` does.
   * @throws ConversationApiError when the turn has failed or its outcome is not known.
   */
  async text(): Promise<string> {
    return (await this.final()).content;
  }

  /**
   * Relays the turn as an event stream. Use it as the body of a response to a web page, which reads it with `readRelayedTurn`. With the
   * option `pings`, the page can tell that a silent turn is still running. Cancelling the stream closes the connection; the turn goes on.
   */
  toReadableStream(): ReadableStream<Uint8Array> {
    const events = this[Symbol.asyncIterator]();
    const encoder = new TextEncoder();
    return new ReadableStream(
      {
        async pull(controller) {
          const { done, value } = await events.next();
          if (done) return controller.close();
          const { type, data } = value;
          controller.enqueue(encoder.encode(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`));
        },
        cancel: () => void events.return?.(),
      },
      // The request is sent when the first bytes are read, not earlier.
      { highWaterMark: 0 },
    );
  }

  /** Cancels the running turn. The stream then ends with message.cancelled. */
  cancel(options?: CallOptions): Promise<CancelResult> {
    return this.#interactions.cancelTurn(this.chatId, {}, options);
  }

  /** Closes the connection; the turn goes on. The loop, `final` and `text` then throw ConversationApiError `stream-closed`. */
  close(): void {
    this.#reader.close();
  }

  /** Closes the connection as `close` does: `await using turn = client.turns.stream(…)`. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }

  /** Reads to the end, and keeps the events if a loop reads too. */
  async #readOn(hasLoop: boolean): Promise<void> {
    for (let isOver = false; !isOver; ) {
      this.#step = this.#next().then(({ done, value }) => {
        if (done) isOver = true;
        else if (hasLoop) this.#ahead.push(value);
      });
      // When it rejects, the loop gets the same failure.
      await this.#step;
    }
    this.#step = undefined;
  }

  #next(): ReturnType<Iteration<TurnEvent>['next']> {
    if (this.#isPeeked && this.#first) {
      this.#isPeeked = false;
      return this.#first;
    }
    const next = this.#events.next();
    this.#first ??= next;
    return next;
  }

  async #nextAhead(): Promise<IteratorResult<TurnEvent, void>> {
    while (this.#step && !this.#ahead.length) await this.#step;
    const value = this.#ahead.shift();
    return value ? { done: false, value } : this.#next();
  }

  #tell(event: TurnEvent): void {
    for (const [name, tell] of this.#listeners as [string, (...facts: unknown[]) => void][]) {
      if (name === 'text' && event.type === 'message.delta') tell(event.data.text, this.content);
      if (name === 'event' || name === event.type) tell(event);
    }
  }
}
