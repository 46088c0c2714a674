import type { StreamEvent } from '../../../generated/types.d.ts';
import { mapAnswer } from '../exchange-scope.ts';
import type { Disk } from '../store/disk.ts';
import type { EventSink, Exchange, HttpAnswer, StreamAnswer } from './exchange.ts';

/**
 * Keeps every answer and event back until what it tells has reached the disk, so that nothing that a client knows is lost when the power
 * fails. Deltas do not wait, unless an earlier event does: the text of a running turn may be lost.
 *
 * @param onError called when the disk fails; the stream ends without a terminal event then
 */
export function afterDisk(disk: Disk, exchange: Exchange, onError: (error: unknown) => void): Exchange {
  const gate = (answer: HttpAnswer) =>
    'open' in answer ? openAfterDisk(disk, answer, onError) : onceKept(disk, answer);
  return (request) => mapAnswer(exchange(request), gate);
}

/** The answer, once what was written before it has reached the disk. */
export function onceKept<Answer>(disk: Disk, answer: Answer): Answer | Promise<Answer> {
  return disk.reached()?.then(() => answer) ?? answer;
}

function openAfterDisk(disk: Disk, answer: StreamAnswer, onError: (error: unknown) => void): StreamAnswer {
  return { ...answer, open: (sink) => answer.open(new SinkAfterDisk(sink, disk, onError)) };
}

/** Events that tell nothing that is kept. */
const FREE: ReadonlySet<string> = new Set<StreamEvent['type']>(['message.delta', 'ping']);

class SinkAfterDisk implements EventSink {
  readonly #sink: EventSink;
  readonly #disk: Disk;
  readonly #onError: (error: unknown) => void;
  /** Events that wait for the disk, the first one for what was written before it. */
  #waiting: StreamEvent[] | undefined;
  #released: Promise<void> | undefined;
  #isOver = false;

  constructor(sink: EventSink, disk: Disk, onError: (error: unknown) => void) {
    this.#sink = sink;
    this.#disk = disk;
    this.#onError = onError;
  }

  send(event: StreamEvent): void {
    if (this.#waiting) this.#waiting.push(event);
    else if (FREE.has(event.type)) this.#sink.send(event);
    else this.#sendOnceKept(event);
  }

  #sendOnceKept(event: StreamEvent): void {
    const reached = this.#disk.reached();
    if (!reached) {
      this.#sink.send(event);
      return;
    }
    this.#waiting = [event];
    this.#released = reached.then(
      () => this.#release(),
      (error) => this.#giveUp(error),
    );
  }

  end(): void {
    this.#isOver = true;
    if (!this.#waiting) this.#sink.end();
  }

  room(): Promise<void> | undefined {
    return this.#waiting ? this.#released : this.#sink.room?.();
  }

  onGone(callback: () => void): void {
    this.#sink.onGone(callback);
  }

  #release(): void {
    const [first, ...rest] = this.#waiting ?? [];
    this.#waiting = undefined;
    if (first) this.#sink.send(first);
    // One of these may tell of a later write.
    for (const event of rest) this.send(event);
    if (this.#isOver) this.end();
  }

  #giveUp(error: unknown): void {
    this.#waiting = undefined;
    this.#onError(error);
    this.#sink.end();
  }
}
