import type { Output } from './io.ts';

const WIDTH = 30;
const BETWEEN_DRAWINGS_MS = 100;

/** A line on a terminal that shows how far the work has come. */
export class ProgressBar {
  readonly #output: Output;
  readonly #total: number;
  #drawnAt = Number.NEGATIVE_INFINITY;

  constructor(output: Output, total: number) {
    this.#output = output;
    this.#total = total;
  }

  /** Draws, unless it was drawn just now. */
  update(done: number): void {
    const now = performance.now();
    if (now - this.#drawnAt < BETWEEN_DRAWINGS_MS) return;
    this.#drawnAt = now;
    const share = Math.min(1, done / this.#total);
    const filled = Math.round(share * WIDTH);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`;
    const text = `judging ${bar} ${Math.floor(share * 100)} % of ${Math.ceil(this.#total / 1e6)} MB`;
    this.#output.write(`\r\u001b[2K${text.slice(0, (this.#output.columns ?? 80) - 1)}`);
  }

  /** Takes the line away. */
  clear(): void {
    if (this.#drawnAt !== Number.NEGATIVE_INFINITY) this.#output.write('\r\u001b[2K');
  }
}
