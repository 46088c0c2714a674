import type { Methods } from '../../generated/methods.js';
import type { CancelResult, MessageCancelled, MessageCompleted } from '../../generated/types.js';
import type { SseEvent } from '../event-stream/index.ts';
import { toActionEvent } from './action-event.ts';
import { ConversationApiError } from './error.ts';
import { EventConnection } from './event-connection.ts';
import type { CallOptions, StreamOptions } from './options.ts';
import { readEvent } from './read-event.ts';
import { readEventFailure } from './read-failure.ts';
import { Retries } from './retries.ts';
import { Told } from './told.ts';
import type { Call, Transport } from './transport.ts';
import type { DeltaEvent, TurnEvent } from './turn-event.ts';

const IDLE_TIMEOUT = 60_000;

interface Settle {
  resolve(outcome: TurnOutcome): void;
  reject(reason: unknown): void;
}

/** How a turn ended that did not fail. */
export type TurnOutcome = MessageCompleted | MessageCancelled;

type TerminalEvent = Extract<
  TurnEvent,
  { type: 'message.completed' | 'message.cancelled' | 'message.error' }
>;

function isTerminal(event: TurnEvent): event is TerminalEvent {
  return (
    event.type === 'message.completed' || event.type === 'message.cancelled' || event.type === 'message.error'
  );
}

/**
 * A turn as it runs. Nothing is sent before it is read, by `for await`, `final` or `text`, and it is read once.
 *
 * When the connection is lost, the same key and body are sent again, which runs nothing twice: the client waits while the turn
 * runs, and then delivers its outcome. The iteration ends after one terminal event, or throws ConversationApiError; a stream that
 * ends without a terminal is an error. Leaving the loop closes the connection, and the turn goes on; `cancel` stops it.
 */
export class TurnStream implements AsyncIterable<TurnEvent> {
  readonly chatId: string;
  /** Sent with the turn. The same key and body deliver its outcome, later and from elsewhere too. */
  readonly idempotencyKey: string;
  readonly #transport: Transport;
  readonly #interactions: Methods<CallOptions>['interactions'];
  readonly #call: Call;
  readonly #options: StreamOptions;
  #told: Told;
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
    this.#told = new Told(this.chatId);
    const { signal } = this.#closing;
    this.#signal = options.signal ? AbortSignal.any([options.signal, signal]) : signal;
    this.#outcome = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // Whoever does not ask for the outcome is not told of its failure either; the iteration throws it.
    this.#outcome.catch(() => {});
  }

  /** The answer as far as it has been read: what the deltas add up to, replaced where they say so, and at the end the outcome's. */
  get content(): string {
    return this.#told.content;
  }

  /** @throws TypeError when it is read already. */
  [Symbol.asyncIterator](): AsyncIterator<TurnEvent, void, undefined> {
    if (this.#isRead) {
      throw new TypeError('this stream is read already; send its key again to read the outcome');
    }
    this.#isRead = true;
    return this.#events();
  }

  /**
   * The finished turn, completed or cancelled. Reads the stream unless something else does, and then waits for that: call it
   * after the loop, not inside.
   * @throws ConversationApiError when the turn failed, or its outcome is not known.
   */
  async final(): Promise<TurnOutcome> {
    if (!this.#isRead) {
      const events = this[Symbol.asyncIterator]();
      while (!(await events.next()).done);
    }
    return this.#outcome;
  }

  /**
   * The whole answer.
   * @throws ConversationApiError as `final` does.
   */
  async text(): Promise<string> {
    return (await this.final()).content;
  }

  /** Cancels the turn. The stream then ends with message.cancelled. */
  cancel(options?: CallOptions): Promise<CancelResult> {
    return this.#interactions.cancelTurn(this.chatId, {}, options);
  }

  /** Closes the connection without cancelling the turn. Whoever reads the stream gets `stream-closed`. */
  close(): void {
    this.#closing.abort(this.#closed());
    this.#settle.reject(this.#closing.signal.reason);
  }

  async *#events(): AsyncGenerator<TurnEvent, void, undefined> {
    const { surroundings, maxRetries } = this.#transport;
    const retries = new Retries(surroundings, 'always', maxRetries);
    try {
      for (let isRepeat = false; ; isRepeat = true) {
        const isReplay = this.#told.isBegun;
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
      this.#settle.reject(error);
      throw error;
    } finally {
      this.#settle.reject(this.#closed());
    }
  }

  /** The event as it is yielded, or undefined for one that is not: unknown, a ping nobody asked for, or told before. */
  #read({ type, data }: SseEvent, isReplay: boolean): TurnEvent | undefined {
    const event = readEvent(type, data);
    if ('unknown' in event) {
      this.#options.onUnknownEvent?.(event.unknown);
      return undefined;
    }
    if (event.type === 'ping') return this.#options.pings ? event : undefined;
    if (!this.#told.isNews(event, isReplay)) return undefined;
    return event.type === 'message.action_required'
      ? toActionEvent(this.#interactions, this.chatId, event.data)
      : event;
  }

  /**
   * Settles what `final` waits for. Returns the delta that has to come first, if one has to.
   * @throws ConversationApiError `turn-in-progress`, when the stream was opened only to say that.
   */
  #end(event: TerminalEvent, isReplay: boolean, isRepeat: boolean): DeltaEvent | undefined {
    if (event.type === 'message.error') {
      const failure = readEventFailure(event.data, this.#told.start?.request_id, this.idempotencyKey);
      if (failure.kind === 'turn-in-progress') {
        // The stream was opened to refuse the repeat, so it told nothing of the turn.
        if (!isReplay) this.#told = new Told(this.chatId);
        throw failure;
      }
      this.#told.checkStart();
      this.#settle.reject(failure);
      return undefined;
    }
    const correction = this.#told.end(event.data, isRepeat);
    this.#settle.resolve(event.data);
    return correction;
  }

  async #connect(): Promise<EventConnection> {
    const { timeout, idleTimeout = IDLE_TIMEOUT } = this.#options;
    const { response } = await this.#transport.send(this.#call, 'stream', this.#signal, timeout);
    const { body, headers } = response;
    const mediaType = headers.get('content-type') ?? '';
    if (body && /^text\/event-stream\b/i.test(mediaType)) {
      return new EventConnection(body, this.#transport.surroundings, idleTimeout, this.#signal);
    }
    body?.cancel().catch(() => {});
    throw this.#failure(
      'invalid-response',
      `expected text/event-stream, not ${mediaType || 'an empty answer'}`,
    );
  }

  /** Adds what a failure needs to be followed up, where whoever threw it did not know. */
  #identify(failure: ConversationApiError): void {
    const { idempotencyKey = this.idempotencyKey, requestId = this.#told.start?.request_id } = failure;
    Object.assign(failure, { idempotencyKey, requestId });
  }

  #closed(): ConversationApiError {
    return this.#failure(
      'stream-closed',
      'the stream was closed before its end; its key still brings the outcome',
    );
  }

  #failure(kind: ConversationApiError['kind'], message: string): ConversationApiError {
    return new ConversationApiError({ kind, message, idempotencyKey: this.idempotencyKey });
  }
}
