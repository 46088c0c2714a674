import type { Methods } from '../../generated/methods.js';
import type { CancelResult, MessageCancelled, MessageCompleted } from '../../generated/types.js';
import type { SseEvent } from '../event-stream/index.ts';
import { toActionEvent } from './action-event.ts';
import type { Call } from './call.ts';
import { ConversationApiError } from './error.ts';
import { EventConnection } from './event-connection.ts';
import type { CallOptions, StreamOptions } from './options.ts';
import { readEvent } from './read-event.ts';
import { readEventFailure } from './read-failure.ts';
import { Retries } from './retries.ts';
import type { Transport } from './transport.ts';
import type { DeltaEvent, TurnEvent } from './turn-event.ts';
import { isTerminal, type TerminalEvent, TurnProgress } from './turn-progress.ts';

/** Milliseconds. */
const IDLE_TIMEOUT = 60_000;

interface Settle {
  resolve(outcome: TurnOutcome): void;
  reject(reason: unknown): void;
}

/** The outcome of a turn that did not fail: the finished message. */
export type TurnOutcome = MessageCompleted | MessageCancelled;

/**
 * A running turn. Read its events with `for await`, or only its outcome with `final` or `text`. The request is sent when reading
 * begins. A stream can be read once.
 *
 * The loop ends after exactly one terminal event, or throws ConversationApiError, also when the stream ends without a terminal
 * event. When the turn itself fails, the terminal event is message.error: the loop yields it, and `final` and `text` throw it.
 *
 * When the connection is lost, the client sends the same key and body again, which does not run the turn twice. It waits until the
 * turn has ended, and delivers the outcome. Leaving the loop closes the connection, and the turn goes on; `cancel` stops it.
 */
export class TurnStream implements AsyncIterable<TurnEvent> {
  /** Id of the chat that the turn belongs to. */
  readonly chatId: string;
  /** The Idempotency-Key of the turn. Sending it again with the same body returns the outcome, also from another process. */
  readonly idempotencyKey: string;
  readonly #transport: Transport;
  readonly #interactions: Methods<CallOptions>['interactions'];
  readonly #call: Call;
  readonly #options: StreamOptions;
  #progress: TurnProgress;
  readonly #closing = new AbortController();
  readonly #signal: AbortSignal;
  #isRead = false;
  #settle!: Settle;
  readonly #outcome: Promise<TurnOutcome>;

  constructor(
    transport: Transport,
    interactions: Methods<CallOptions>['interactions'],
    call: Call & { readonly idempotencyKey: string },
    options: StreamOptions,
  ) {
    this.#transport = transport;
    this.#interactions = interactions;
    this.#call = call;
    this.#options = options;
    this.chatId = String(call.path[0]);
    this.idempotencyKey = call.idempotencyKey;
    this.#progress = new TurnProgress(this.chatId);
    const { signal } = this.#closing;
    this.#signal = options.signal ? AbortSignal.any([options.signal, signal]) : signal;
    this.#outcome = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // The loop throws the failure. Without `final` or `text` it must not also count as an unhandled rejection.
    this.#outcome.catch(() => {});
  }

  /** The text of the answer so far, which a delta with `replace` replaces. After the end it is the `content` of the outcome. */
  get content(): string {
    return this.#progress.content;
  }

  /** @throws TypeError when the stream has already been read, or is being read. */
  [Symbol.asyncIterator](): AsyncIterator<TurnEvent, void, undefined> {
    if (this.#isRead) {
      throw new TypeError('this stream has already been read; send its key again to read the outcome');
    }
    this.#isRead = true;
    return this.#events();
  }

  /**
   * Returns the finished turn, completed or cancelled. Reads the stream, unless a loop has begun to read it; then it waits for the
   * loop, so call it after the loop and not inside.
   * @throws ConversationApiError when the turn has failed or its outcome is not known.
   */
  async final(): Promise<TurnOutcome> {
    if (!this.#isRead) {
      const events = this[Symbol.asyncIterator]();
      while (!(await events.next()).done);
    }
    return this.#outcome;
  }

  /**
   * Returns the whole text of the answer. Reads the stream as `final` does.
   * @throws ConversationApiError when the turn has failed or its outcome is not known.
   */
  async text(): Promise<string> {
    return (await this.final()).content;
  }

  /** Cancels the running turn. The stream then ends with message.cancelled. */
  cancel(options?: CallOptions): Promise<CancelResult> {
    return this.#interactions.cancelTurn(this.chatId, {}, options);
  }

  /** Closes the connection; the turn goes on. The loop, `final` and `text` then throw ConversationApiError `stream-closed`. */
  close(): void {
    this.#closing.abort(this.#closed());
    this.#settle.reject(this.#closing.signal.reason);
  }

  async *#events(): AsyncGenerator<TurnEvent, void, undefined> {
    const { runtime, maxRetries } = this.#transport;
    const retries = new Retries(runtime, 'always', maxRetries);
    try {
      for (let isRepeat = false; ; isRepeat = true) {
        const isReplay = this.#progress.isBegun;
        let failure: unknown;
        let connection: EventConnection | undefined;
        try {
          connection = await this.#connect();
          do {
            for (let frame = connection.take(); frame !== undefined; frame = connection.take()) {
              const event = this.#read(frame, isReplay);
              if (event === undefined) continue;
              const isEnd = isTerminal(event);
              const correction = isEnd ? this.#end(event, isReplay, isRepeat) : undefined;
              if (correction !== undefined) yield correction;
              yield event;
              if (isEnd) return;
            }
          } while (await connection.more());
          failure = this.#failure('stream-truncated', 'the stream ended without a terminal event');
        } catch (error) {
          failure = error;
        } finally {
          connection?.close();
        }
        await retries.pauseAfter(failure, this.#signal);
      }
    } catch (error) {
      if (error instanceof ConversationApiError) this.#identify(error);
      this.#settle.reject(this.#call.mask.error(error));
      throw error;
    } finally {
      this.#settle.reject(this.#closed());
    }
  }

  /** Returns the event to yield, or undefined for an unknown event, an unwanted ping or an event that was yielded before. */
  #read({ type, data }: SseEvent, isReplay: boolean): TurnEvent | undefined {
    const event = readEvent(type, data);
    if ('unknown' in event) {
      this.#options.onUnknownEvent?.(event.unknown);
      return undefined;
    }
    if (event.type === 'ping') return this.#options.pings ? event : undefined;
    if (!this.#progress.accept(event, isReplay)) return undefined;
    return event.type === 'message.action_required'
      ? toActionEvent(this.#interactions, this.chatId, event.data)
      : event;
  }

  /**
   * Settles the outcome. Returns a delta when the stream must yield one before the terminal event.
   * @throws ConversationApiError `turn-in-progress` when the stream only refuses the repeat because the turn is still running.
   */
  #end(event: TerminalEvent, isReplay: boolean, isRepeat: boolean): DeltaEvent | undefined {
    if (event.type === 'message.error') {
      const failure = readEventFailure(event.data, this.#progress.start?.request_id, this.#call);
      if (failure.kind === 'turn-in-progress') {
        // A stream that refuses the repeat carries no event of the turn.
        if (!isReplay) this.#progress = new TurnProgress(this.chatId);
        throw failure;
      }
      this.#progress.checkStart();
      this.#settle.reject(this.#call.mask.error(failure));
      return undefined;
    }
    const correction = this.#progress.end(event.data, isRepeat);
    this.#settle.resolve(event.data);
    return correction;
  }

  async #connect(): Promise<EventConnection> {
    const { timeout, idleTimeout = IDLE_TIMEOUT } = this.#options;
    const { response } = await this.#transport.send(this.#call, 'stream', this.#signal, timeout);
    const { body, headers } = response;
    const mediaType = headers.get('content-type') ?? '';
    if (body && /^text\/event-stream\b/i.test(mediaType)) {
      return new EventConnection(body, this.#transport.runtime, idleTimeout, this.#signal);
    }
    body?.cancel().catch(() => {});
    throw this.#failure(
      'invalid-response',
      `expected text/event-stream, not ${mediaType || 'an empty answer'}`,
    );
  }

  /** Adds the key and the request id to a failure that lacks them, so that the caller can follow it up. */
  #identify(failure: ConversationApiError): void {
    const { idempotencyKey = this.idempotencyKey, requestId = this.#progress.start?.request_id } = failure;
    Object.assign(failure, { idempotencyKey, requestId });
  }

  #closed(): ConversationApiError {
    return this.#failure(
      'stream-closed',
      'the stream was closed before its end; send its key again to read the outcome',
    );
  }

  #failure(kind: ConversationApiError['kind'], message: string): ConversationApiError {
    return new ConversationApiError({ kind, message, idempotencyKey: this.idempotencyKey });
  }
}
