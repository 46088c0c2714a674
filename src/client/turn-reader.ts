import type { Methods } from '../../generated/methods.js';
import { toActionEvent } from './action-event.ts';
import { type Call, failureOf, nameFound } from './call.ts';
import { ConversationApiError } from './error.ts';
import { EventConnection } from './event-connection.ts';
import type { RawEvent } from './event-reader.ts';
import type { CallOptions } from './options.ts';
import { readEvent } from './read-event.ts';
import { readEventFailure } from './read-failure.ts';
import { Retries } from './retries.ts';
import type { Transport } from './transport.ts';
import type { DeltaEvent, TurnEvent } from './turn-event.ts';
import { isTerminal, type TerminalEvent, type TurnOutcome, TurnProgress } from './turn-progress.ts';

/** Milliseconds. */
const IDLE_TIMEOUT = 60_000;
/** Milliseconds. The service ends a turn after 30 minutes, so waiting for one never takes much longer. */
const TOTAL_TIMEOUT = 35 * 60_000;

interface Settle {
  resolve(outcome: TurnOutcome): void;
  reject(reason: unknown): void;
}

/** Reads a turn over as many connections as it takes. */
export class TurnReader {
  /** Settles with the end of the turn. Its failure does not count as unhandled: whoever reads the events gets it too. */
  readonly outcome: Promise<TurnOutcome>;
  readonly #transport: Pick<Transport, 'send' | 'runtime'>;
  readonly #interactions: Methods<CallOptions>['interactions'];
  readonly #call: Call;
  readonly #onEvent: (event: TurnEvent) => void;
  #progress: TurnProgress;
  readonly #closing = new AbortController();
  readonly #signal: AbortSignal;
  #settle!: Settle;

  /** @param onEvent is called with each event just before it is yielded. */
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
    const { signal } = this.#closing;
    this.#signal = call.options.signal ? AbortSignal.any([call.options.signal, signal]) : signal;
    this.outcome = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.outcome.catch(() => {});
  }

  get chatId(): string {
    return String(this.#call.path[0] ?? this.#progress.start?.chat_id ?? '');
  }

  get content(): string {
    return this.#progress.content;
  }

  /** Closes the connection; the turn goes on. */
  close(): void {
    this.#closing.abort(this.#closed());
    this.#settle.reject(this.#closing.signal.reason);
  }

  async *events(): AsyncGenerator<TurnEvent, void, undefined> {
    const { totalTimeout = TOTAL_TIMEOUT } = this.#call.options;
    const retries = new Retries(this.#transport.runtime, 'always', this.#call, totalTimeout);
    try {
      for (;;) {
        const isReplay = this.#progress.isBegun;
        let failure: unknown;
        let connection: EventConnection | undefined;
        try {
          connection = await this.#connect(retries.deadline);
          do {
            for (let frame = connection.take(); frame; frame = connection.take()) {
              const event = this.#read(frame, isReplay);
              if (!event) continue;
              const isEnd = isTerminal(event);
              const correction = isEnd && this.#end(event, isReplay);
              if (correction) yield this.#notify(correction);
              yield this.#notify(event);
              if (isEnd) return;
            }
          } while (await connection.more());
          failure = failureOf(this.#call, 'stream-truncated', 'the stream ended without a terminal event');
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

  #notify(event: TurnEvent): TurnEvent {
    this.#onEvent(event);
    return event;
  }

  /** Returns the event to yield, or undefined for an unknown event, an unwanted ping or an event that was yielded before. */
  #read({ type, data }: RawEvent, isReplay: boolean): TurnEvent | undefined {
    const event = readEvent(type, data);
    if ('unknown' in event) {
      this.#call.options.onUnknownEvent?.(event.unknown);
      return undefined;
    }
    if (event.type === 'ping') return this.#call.options.pings ? event : undefined;
    if (!this.#progress.accept(event, isReplay)) return undefined;
    return event.type === 'message.action_required'
      ? toActionEvent(this.#interactions, event.data, this.chatId)
      : event;
  }

  /**
   * Settles the outcome. Returns a delta when the stream must yield one before the terminal event.
   * @throws ConversationApiError `turn-in-progress` when the stream only refuses the repeat because the turn is still running.
   */
  #end(event: TerminalEvent, isReplay: boolean): DeltaEvent | undefined {
    if (event.type === 'message.error') {
      const failure = readEventFailure(event.data, this.#progress.start?.request_id, this.#call);
      if (failure.kind === 'turn-in-progress') {
        // A stream that refuses the repeat carries no event of the turn.
        if (!isReplay) this.#progress = new TurnProgress(this.#call.path[0]);
        throw failure;
      }
      this.#progress.checkStart();
      this.#settle.reject(this.#call.mask.error(failure));
      return undefined;
    }
    const correction = this.#progress.end(event.data);
    this.#settle.resolve(event.data);
    return correction;
  }

  async #connect(deadline: number): Promise<EventConnection> {
    const { idleTimeout = IDLE_TIMEOUT } = this.#call.options;
    const { response } = await this.#transport.send(this.#call, 'stream', this.#signal);
    const { body, headers } = response;
    if (body && /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')) {
      return new EventConnection(body, this.#transport.runtime, idleTimeout, deadline, this.#signal);
    }
    body?.cancel().catch(() => {});
    throw failureOf(this.#call, 'invalid-response', `expected text/event-stream, not ${nameFound(response)}`);
  }

  /** Adds the key and the request id to a failure that lacks them, so that the caller can follow it up. */
  #identify(failure: ConversationApiError): void {
    const { idempotencyKey = this.#call.idempotencyKey, requestId = this.#progress.start?.request_id } =
      failure;
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
