import { type Pause, type Transport, TransportFailure, type WireRequest, type WireResponse } from './wire.ts';

/** A transport whose exchanges end when a signal is aborted. `goOnUntil` then allows further requests for cleaning up. */
export class StoppableTransport implements Transport {
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
    try {
      const either = signal ? AbortSignal.any([signal, stop]) : stop;
      const response = await this.#inner.send(request, either, pause);
      return { ...response, body: untilStopped(response.body, stop) };
    } catch (error) {
      throwIfStopped(stop);
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}

/** @throws TransportFailure `stopped` if the signal is aborted */
export function throwIfStopped(stop: AbortSignal): void {
  if (stop.aborted) throw new TransportFailure('stopped', 'the run was stopped', { cause: stop.reason });
}

async function* untilStopped(body: AsyncIterable<Uint8Array>, stop: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throwIfStopped(stop);
    throw error;
  }
}
