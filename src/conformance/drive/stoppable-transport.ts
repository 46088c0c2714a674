import { creationOf } from './creation.ts';
import { LastingSignal } from './lasting-signal.ts';
import { type Pause, type Transport, TransportFailure, type WireRequest, type WireResponse } from './wire.ts';

/** How long a request goes on, and what to do when its answer ends or breaks off. */
interface Span {
  readonly signal: AbortSignal;
  /** Called with the head of the answer. */
  onHead(): void;
  onEnd(): void;
  onCut(): void;
}

/**
 * A transport whose exchanges end when a signal is aborted. A request that creates something may go on for a short time, so that the answer
 * says what was created. `goOnUntil` then allows further requests for cleaning up.
 */
export class StoppableTransport implements Transport {
  /** What requests may have created whose answers did not arrive before they were stopped. */
  readonly unanswered: string[] = [];
  readonly #inner: Transport;
  #stop: AbortSignal;

  constructor(inner: Transport, stop: AbortSignal) {
    this.#inner = inner;
    this.#stop = stop;
  }

  get limits(): Transport['limits'] {
    return this.#inner.limits;
  }

  get clock(): Transport['clock'] {
    return this.#inner.clock;
  }

  get strangers(): Transport['strangers'] {
    return this.#inner.strangers;
  }

  /** Replaces the signal that stops the transport. */
  goOnUntil(stop: AbortSignal): void {
    this.#stop = stop;
  }

  /** @throws TransportFailure `stopped` if the signal is aborted */
  async send(request: WireRequest, signal?: AbortSignal, pause?: Pause): Promise<WireResponse> {
    const stop = this.#stop;
    throwIfStopped(stop);
    const span = this.#spanOf(request, stop);
    try {
      const either = signal ? AbortSignal.any([signal, span.signal]) : span.signal;
      const response = await this.#inner.send(request, either, pause);
      span.onHead();
      return { ...response, body: untilStopped(response.body, stop, span) };
    } catch (error) {
      span.onEnd();
      if (stop.aborted) span.onCut();
      throwIfStopped(stop);
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  #spanOf(request: WireRequest, stop: AbortSignal): Span {
    const creation = creationOf(request);
    if (!creation) return { signal: stop, onHead() {}, onEnd() {}, onCut() {} };
    const lasting = new LastingSignal(stop, this.clock, this.limits.lastCreation);
    let isKnown = false;
    return {
      signal: lasting.signal,
      onHead() {
        isKnown = creation.isNamed;
        if (isKnown) lasting.noteAnswer();
      },
      onEnd: () => lasting.release(),
      onCut: () => {
        if (!isKnown) this.unanswered.push(creation.leftover);
      },
    };
  }
}

/** @throws TransportFailure `stopped` if the signal is aborted */
export function throwIfStopped(stop: AbortSignal): void {
  if (stop.aborted) throw new TransportFailure('stopped', 'the run was stopped', { cause: stop.reason });
}

async function* untilStopped(
  body: AsyncIterable<Uint8Array>,
  stop: AbortSignal,
  span: Span,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    if (stop.aborted) span.onCut();
    throwIfStopped(stop);
    throw error;
  } finally {
    span.onEnd();
  }
}
