import type { Output } from './io.ts';

const WIDTH = 30;
const BETWEEN_DRAWINGS_MS = 100;

/** A line on a terminal that shows how much of the input has been judged. */
export class ProgressBar {
  readonly #output: Output;
  readonly #total: number;
  #drawnAt = Number.NEGATIVE_INFINITY;

  /** @param total Bytes of all inputs. */
  constructor(output: Output, total: number) {
    this.#output = output;
    this.#total = total;
  }

  /**
   * Draws the line, at most every 100 ms.
   * @param done Bytes judged so far.
   */
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

  /** Erases the line. */
  clear(): void {
    if (this.#drawnAt !== Number.NEGATIVE_INFINITY) this.#output.write('\r\u001b[2K');
  }
}
