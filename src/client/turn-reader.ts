import type { Methods } from '../../generated/methods.js';
import { toActionEvent } from './action-event.ts';
import { type Call, failureOf, nameFound } from './call.ts';
import { ConversationApiError } from './error.ts';
import { EventConnection } from './event-connection.ts';
import type { RawEvent } from './event-reader.ts';
import type { CallOptions, FetchResponse } from './options.ts';
import { readEvent } from './read-event.ts';
import { readEventFailure } from './read-failure.ts';
import { Retries } from './retries.ts';
import { abort, onAbort, reasonOf } from './runtime.ts';
import type { Transport } from './transport.ts';
import type { DeltaEvent, TurnEvent } from './turn-event.ts';
import { isTerminal, type TerminalEvent, type TurnOutcome, TurnProgress } from './turn-progress.ts';

/** Milliseconds. */
const IDLE_TIMEOUT = 60_000;

interface Settle {
  resolve(outcome: TurnOutcome): void;
  reject(reason: unknown): void;
}

/** Reads a turn over as many connections as it takes. */
export class TurnReader {
  /** Settles when the turn ends. A rejection does not count as unhandled, because the reader of the events gets the same failure. */
  readonly outcome: Promise<TurnOutcome>;
  readonly #transport: Pick<Transport, 'send' | 'runtime'>;
  readonly #interactions: Methods<CallOptions>['interactions'];
  readonly #call: Call;
  readonly #onEvent: (event: TurnEvent) => void;
  /** The head of the latest connection. */
  response: FetchResponse | undefined;
  #progress: TurnProgress;
  readonly #closing = new AbortController();
  #settle!: Settle;
  /** Undefined until reading begins. */
  #retries: Retries | undefined;
  #stopListening: () => void = () => {};
  #connection: EventConnection | undefined;
  /** Whether the connection repeats a turn that another one has begun. */
  #isReplay = false;
  /** The error that `take` caught. */
  #failure: { readonly error: unknown } | undefined;
  /** The last events of the turn, once they have arrived. */
  #last: TurnEvent[] | undefined;

  /** @param onEvent Called with each event just before it is delivered. */
  constructor(
    transport: Pick<Transport, 'send' | 'runtime'>,
    interactions: Methods<CallOptions>['interactions'],
    call: Call,
    onEvent: (event: TurnEvent) => void,
  ) {
    this.#transport = transport;
    this.#interactions = interactions;
    this.#call = call;
    this.#onEvent = onEvent;
    this.#progress = new TurnProgress(call.path[0]);
    this.outcome = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.outcome.catch(() => {});
  }

  get chatId(): string {
    return String(this.#call.path[0] ?? this.#progress.start?.chat_id ?? '');
  }

  get requestId(): string | undefined {
    return this.#progress.start?.request_id;
  }

  get content(): string {
    return this.#progress.content;
  }

  /** Closes the connection; the turn goes on. */
  close(): void {
    abort(this.#closing, this.#closed());
    this.#stop(reasonOf(this.#closing.signal));
  }

  /**
   * Returns the next event, or undefined after the terminal one.
   * @throws ConversationApiError when the turn cannot be read any further, the signal's reason, or the error of a listener.
   */
  async read(): Promise<TurnEvent | undefined> {
    try {
      return await this.#next(this.#retries ?? this.#begin());
    } catch (error) {
      if (error instanceof ConversationApiError) this.#identify(error);
      this.#stop(this.#call.mask.error(error));
      throw error;
    }
  }

  /** Returns the next event if it has arrived. Does not throw: the next `read` throws the error. */
  take(): TurnEvent | undefined {
    try {
      return this.#deliver();
    } catch (error) {
      this.#failure = { error };
      return undefined;
    }
  }

  #begin(): Retries {
    const { signal, totalTimeout = Infinity } = this.#call.options;
    // The listener is removed when reading ends, since the signal may live as long as the program.
    if (signal) this.#stopListening = onAbort(signal, (reason) => abort(this.#closing, reason));
    this.#retries = new Retries(this.#transport.runtime, 'always', this.#call, totalTimeout);
    return this.#retries;
  }

  async #next(retries: Retries): Promise<TurnEvent | undefined> {
    for (;;) {
      let failure = this.#failure?.error;
      try {
        if (this.#failure) throw failure;
        this.#connection ??= this.#last ? undefined : await this.#connect(retries.deadline);
        do {
          const event = this.#deliver();
          if (event || this.#last) return event;
        } while (await this.#connection?.more());
        failure = failureOf(this.#call, 'stream-truncated', 'the stream ended without a terminal event');
      } catch (error) {
        failure = error;
      }
      this.#failure = undefined;
      this.#disconnect();
      await retries.pauseAfter(failure, this.#closing.signal);
    }
  }

  #deliver(): TurnEvent | undefined {
    const event = this.#take();
    if (event) this.#onEvent(event);
    return event;
  }

  /** Returns the next event that has arrived. */
  #take(): TurnEvent | undefined {
    if (this.#last) return this.#last.shift();
    for (let frame = this.#connection?.take(); frame; frame = this.#connection?.take()) {
      const event = this.#parse(frame);
      if (!event) continue;
      if (!isTerminal(event)) return event;
      const correction = this.#end(event);
      this.#last = correction ? [correction, event] : [event];
      this.#stop(this.#closed());
      return this.#last.shift();
    }
    return undefined;
  }

  /** Ends reading. An outcome that is not settled yet rejects with the reason. */
  #stop(reason: unknown): void {
    this.#stopListening();
    this.#disconnect();
    this.#settle.reject(reason);
  }

  #disconnect(): void {
    this.#connection?.close();
    this.#connection = undefined;
  }

  /** Returns the event to deliver, or undefined for an unknown event, an unwanted ping or an event that was delivered before. */
  #parse({ type, data }: RawEvent): TurnEvent | undefined {
    const event = readEvent(type, data);
    if ('unknown' in event) {
      this.#call.options.onUnknownEvent?.(event.unknown);
      return undefined;
    }
    if (event.type === 'ping') return this.#call.options.pings ? event : undefined;
    if (!this.#progress.accept(event, this.#isReplay)) return undefined;
    return event.type === 'message.action_required'
      ? toActionEvent(this.#interactions, event.data, this.chatId)
      : event;
  }

  /**
   * Settles the outcome. Returns a delta when one must be delivered before the terminal event.
   * @throws ConversationApiError `turn-in-progress` when the stream only refuses the repeat because the turn is still running.
   */
  #end(event: TerminalEvent): DeltaEvent | undefined {
    if (event.type === 'message.error') {
      const failure = readEventFailure(event.data, this.requestId, this.#call);
      if (failure.kind === 'turn-in-progress') {
        // A stream that refuses the repeat carries no event of the turn.
        if (!this.#isReplay) this.#progress = new TurnProgress(this.#call.path[0]);
        throw failure;
      }
      this.#progress.checkStart();
      const error = this.#call.mask.error(failure) as ConversationApiError;
      this.#call.options.onFailure?.({ request: this.#call.method, error });
      this.#settle.reject(error);
      return undefined;
    }
    const correction = this.#progress.end(event.data);
    this.#settle.resolve(event.data);
    return correction;
  }

  async #connect(deadline: number): Promise<EventConnection> {
    const { idleTimeout = IDLE_TIMEOUT } = this.#call.options;
    const { signal } = this.#closing;
    this.#isReplay = this.#progress.isBegun;
    const { response, reader, close } = await this.#transport.send(this.#call, 'stream', signal);
    this.response = response;
    if (reader && /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')) {
      return new EventConnection(reader, close, this.#transport.runtime, idleTimeout, deadline);
    }
    close();
    const found = reader ? nameFound(response) : 'an answer without a stream';
    throw failureOf(this.#call, 'invalid-response', `expected text/event-stream, not ${found}`);
  }

  /** Adds the key and the request id to a failure that lacks them, so that the caller can investigate it. */
  #identify(failure: ConversationApiError): void {
    const { idempotencyKey = this.#call.idempotencyKey, requestId = this.requestId } = failure;
    Object.assign(failure, { idempotencyKey, requestId });
  }

  #closed(): ConversationApiError {
    return failureOf(
      this.#call,
      'stream-closed',
      'the stream was closed before its end; send its key again to read the outcome',
    );
  }
}
