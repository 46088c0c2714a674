/** Larger bodies count as large, in bytes. */
const LARGE = 256 * 1024;

/**
 * Limits how many large bodies are read at once: a target that floods every response would fill the memory otherwise. The other
 * large bodies wait in the buffers of the target. The responses of a sound target are far smaller, and never wait.
 */
export class LargeBodies {
  #free: number;
  readonly #queue: (() => void)[] = [];

  /** @param atOnce number of large bodies that are read at once */
  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  static isLarge(bytes: number): boolean {
    return bytes > LARGE;
  }

  /** Waits until there is room. The caller must call `leave` afterwards. */
  async enter(): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#queue.push(resolve));
  }

  leave(): void {
    const next = this.#queue.shift();
    if (next) next();
    else this.#free += 1;
  }
}
