import type { Output } from './io.ts';

/** A check, by what the progress shows of it. */
interface Running {
  readonly id: string;
  /** How long it waits, in milliseconds of the service's time. */
  readonly waits?: number;
}

/** Waits from this length on are named, in milliseconds of the real clock. */
const LONG_WAIT = 5000;
const BETWEEN_DRAWINGS_MS = 1000;

/** A line on a terminal that shows how many checks are over, and what the run waits for. */
export class RunProgress {
  readonly #output: Output;
  readonly #total: string;
  readonly #timeScale: number;
  readonly #now: () => number;
  readonly #waiting = new Map<string, number>();
  #done = 0;
  #isStopping = false;
  #timer: NodeJS.Timeout | undefined;

  /** @param checks undefined for sequences, of which nobody knows how many there will be; modelTurns: how many turns reach a model, about */
  constructor(
    output: Output,
    {
      checks,
      modelTurns,
      timeScale,
    }: { readonly checks: number | undefined; readonly modelTurns: number; readonly timeScale: number },
    now: () => number = () => performance.now(),
  ) {
    this.#output = output;
    const turns = modelTurns > 0 ? `, about ${modelTurns} turns to a model` : '';
    this.#total = checks === undefined ? ' sequences' : `/${checks} checks${turns}`;
    this.#timeScale = timeScale;
    this.#now = now;
  }

  /** Draws the line every second until `clear`. */
  start(): void {
    this.#timer = setInterval(() => this.draw(), BETWEEN_DRAWINGS_MS);
    this.#timer.unref();
  }

  begin({ id, waits = 0 }: Running): void {
    const wait = waits / this.#timeScale;
    if (wait >= LONG_WAIT) this.#waiting.set(id, this.#now() + wait);
  }

  end({ id }: Running): void {
    this.#waiting.delete(id);
    this.#done += 1;
    this.draw();
  }

  /** Acknowledges a signal at once: the checks that run need some seconds to clean up. */
  stop(): void {
    this.#isStopping = true;
    this.draw();
  }

  draw(): void {
    const state = this.#isStopping
      ? 'stopping and cleaning up; Ctrl-C again ends it at once'
      : this.#describeWait();
    const text = `${this.#done}${this.#total}${state === '' ? '' : `; ${state}`}`;
    this.#output.write(`\r\u001b[2K${text.slice(0, (this.#output.columns ?? 80) - 1)}`);
  }

  /** Erases the line. */
  clear(): void {
    clearInterval(this.#timer);
    this.#output.write('\r\u001b[2K');
  }

  /** Names the wait that ends last. A check takes somewhat longer than its wait. */
  #describeWait(): string {
    const [longest, ...others] = [...this.#waiting].sort(([, a], [, b]) => b - a);
    if (!longest) return '';
    const [id, end] = longest;
    const seconds = Math.max(0, Math.ceil((end - this.#now()) / 1000));
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    return `waiting up to ${seconds} s for ${id}${more}`;
  }
}
