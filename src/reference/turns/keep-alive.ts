import type { StreamEvent } from '../../../generated/types.d.ts';
import type { Clock } from '../clock.ts';
import type { EventSink } from '../http/exchange.ts';
import { TIMERS } from '../timers.ts';

/**
 * A sink that sends `ping` after 15 seconds without an event (section 6). Every event restarts the interval. It is a
 * class, since thousands of streams can be silent at once and an object takes less memory than a set of closures.
 */
export class PingingSink implements EventSink {
  readonly #sink: EventSink;
  readonly #clock: Clock;
  #isOver = false;
  #sentAt: number | undefined;
  #stop = () => {};

  constructor(sink: EventSink, clock: Clock) {
    this.#sink = sink;
    this.#clock = clock;
    sink.onGone(() => this.#finish());
  }

  send(event: StreamEvent): void {
    this.sendAll([event]);
  }

  /** Sends events one after another. The interval restarts once for all of them. */
  sendAll(events: readonly StreamEvent[]): void {
    for (const event of events) {
      if (this.#isOver) return;
      this.#sink.send(event);
    }
    this.#restart();
  }

  end(): void {
    this.#finish();
    this.#sink.end();
  }

  room(): Promise<void> | undefined {
    return this.#sink.room?.();
  }

  onGone(callback: () => void): void {
    this.#sink.onGone(callback);
  }

  #restart(): void {
    const now = this.#clock.now();
    // Many events in one millisecond would otherwise leave as many dead timers behind.
    if (now === this.#sentAt) return;
    this.#sentAt = now;
    this.#stop();
    this.#stop = this.#clock.after(TIMERS.ping, () => this.#ping());
  }

  #ping(): void {
    this.#sentAt = undefined;
    this.send({ type: 'ping', data: { ts: fractionalSeconds(this.#clock.now()) } });
  }

  #finish(): void {
    this.#isOver = true;
    this.#stop();
  }
}

/** Epoch seconds that always have a fraction: a whole second gets one millisecond added. */
function fractionalSeconds(milliseconds: number): number {
  return (milliseconds % 1000 === 0 ? milliseconds + 1 : milliseconds) / 1000;
}
