import type { DriveLimits } from './limits.ts';
import type { RunClock } from './run-clock.ts';
import type { Dispatcher } from './undici.ts';
import { TransportFailure } from './wire.ts';

/** How many bytes of a body may wait to be read. The rest stays in the target's buffers. */
const MOST_WAITING = 64 * 1024;

export interface ResponseHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface IncomingOptions {
  readonly limits: DriveLimits;
  readonly clock: RunClock;
  /** How long the response headers may take beyond the usual limit, in milliseconds. */
  readonly patience: number;
  /** Aborting it ends the exchange, with the signal's reason as the error. */
  readonly signal: AbortSignal | undefined;
  /** Explains the errors of undici. */
  explain(error: unknown): unknown;
}

/**
 * One response, as undici's dispatcher delivers it: first the head, then the chunks of the body, which are read by iterating. undici's own
 * `request` creates a Node stream for each body, which is expensive for short answers.
 */
export class IncomingResponse implements Dispatcher.DispatchHandler, AsyncIterableIterator<Uint8Array> {
  /** The longest silence within the body, in milliseconds. */
  idle: number;
  readonly #options: IncomingOptions;
  readonly #sentAt: number;
  readonly #head = Promise.withResolvers<ResponseHead>();
  readonly #pieces: Uint8Array[] = [];
  #waitingBytes = 0;
  #controller: Dispatcher.DispatchController | undefined;
  /** Wakes the reader that waits for the next chunk. */
  #wake: (() => void) | undefined;
  #isOver = false;
  #failure: { readonly error: unknown } | undefined;
  #silence: () => void;
  #total: (() => void) | undefined;

  constructor(options: IncomingOptions) {
    this.#options = options;
    this.idle = options.limits.idle;
    this.#sentAt = options.clock.now();
    const { limits, patience, signal } = options;
    const longest = Math.max(limits.firstByte, patience);
    this.#silence =
      longest <= this.#left
        ? this.#failAfter(longest, `no response headers arrived for ${longest / 1000} s`)
        : this.#failAtTheEnd();
    signal?.addEventListener('abort', this.#abort);
    if (signal?.aborted) this.#abort();
  }

  /** @throws TransportFailure, or the reason of the signal */
  get head(): Promise<ResponseHead> {
    return this.#head.promise;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isOver) this.#close();
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: ResponseHead['headers']): void {
    if (status < 200) return;
    this.#silence();
    this.#head.resolve({ status, headers });
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Uint8Array): void {
    if (this.#isOver) return;
    this.#pieces.push(piece);
    this.#waitingBytes += piece.length;
    if (this.#waitingBytes >= MOST_WAITING) controller.pause();
    this.#wake?.();
  }

  onResponseEnd(): void {
    this.#end();
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    if (!this.#isOver) this.#fail(this.#options.explain(error));
  }

  /** The next chunk of the body. @throws TransportFailure, or the reason of the signal */
  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    while (this.#pieces.length === 0 && !this.#isOver) await this.#more();
    const value = this.#pieces.shift();
    if (value) {
      this.#waitingBytes -= value.length;
      return { value, done: false };
    }
    if (this.#failure) throw this.#failure.error;
    return { value: undefined, done: true };
  }

  /** Closes the connection if the body has not ended, since the rest will not be read. */
  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (!this.#isOver) this.#cut(new TransportFailure('broken', 'nobody reads the rest of the body'));
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Waits until something arrives. The timeout runs only here, because slow reading on our side is not silence of the target. */
  async #more(): Promise<void> {
    const { idle } = this;
    this.#total ??= this.#failAtTheEnd();
    this.#silence = this.#failAfter(idle, `no more of the body arrived for ${idle / 1000} s`);
    const { promise: arrival, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    // Data may already arrive during this call.
    this.#controller?.resume();
    await arrival;
    this.#wake = undefined;
    this.#silence();
  }

  /** How much of the time for the whole exchange is left, in milliseconds. */
  get #left(): number {
    const { limits, patience } = this.#options;
    return limits.total + patience - (this.#options.clock.now() - this.#sentAt);
  }

  #failAtTheEnd(): () => void {
    const { limits, patience } = this.#options;
    const longest = (limits.total + patience) / 1000;
    return this.#failAfter(this.#left, `the exchange was not over after ${longest} s`);
  }

  #failAfter(duration: number, message: string): () => void {
    return this.#options.clock.after(duration, () => this.#cut(new TransportFailure('timeout', message)));
  }

  readonly #abort = () => this.#cut(this.#options.signal?.reason);

  /** Ends the exchange on our side, and drops what has arrived but was not read. */
  #cut(error: unknown): void {
    if (this.#isOver) return;
    this.#pieces.length = 0;
    this.#fail(error);
    this.#close();
  }

  #fail(error: unknown): void {
    this.#failure = { error };
    // Prevents an unhandled rejection if the head is not being awaited, or has already arrived.
    this.#head.promise.catch(() => {});
    this.#head.reject(error);
    this.#end();
  }

  #end(): void {
    this.#isOver = true;
    this.#silence();
    this.#total?.();
    this.#options.signal?.removeEventListener('abort', this.#abort);
    this.#wake?.();
  }

  /** Closes the connection. A request that still waits for a connection is dropped when it gets one. */
  #close(): void {
    this.#controller?.abort(new Error('the exchange was ended on this side'));
  }
}
