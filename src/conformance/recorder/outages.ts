/** Milliseconds after a recovery in which no further outage is reported, so that a target that fails now and then does not fill the log. */
const QUIET = 10_000;

export interface OutageOptions {
  /** A monotonic clock, in milliseconds. */
  now(): number;
  /** Gets one line for each outage, and one for each recovery. */
  onLine(line: string): void;
}

/** Reports when a target stops responding, and when it responds again. */
export class Outages {
  readonly #options: OutageOptions;
  /** When the reported outage began; undefined if there is none. */
  #begun: number | undefined;
  #recovered = Number.NEGATIVE_INFINITY;
  /** Requests without a response since the last recovery that was reported. */
  #lost = 0;

  constructor(options: OutageOptions) {
    this.#options = options;
  }

  /** The target gave a request no response. */
  lost(problem: string): void {
    const now = this.#options.now();
    this.#lost += 1;
    if (this.#begun !== undefined || now - this.#recovered < QUIET) return;
    this.#begun = now;
    this.#options.onLine(`outage: ${problem}; requests are answered with 502`);
  }

  responded(): void {
    if (this.#begun === undefined) return;
    const { now, onLine } = this.#options;
    const seconds = Math.round((now() - this.#begun) / 100) / 10;
    onLine(
      `recovery: the target responds again after ${seconds} s; requests answered with 502: ${this.#lost}`,
    );
    this.#recovered = now();
    this.#begun = undefined;
    this.#lost = 0;
  }
}
