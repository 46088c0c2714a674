import type { Pause } from './wire.ts';

/** Bodies above this size, in bytes, count as large. */
const LARGE = 256 * 1024;

/**
 * Limits how many large bodies are read in parallel, because a target that floods every response would otherwise fill the memory. The other
 * large bodies wait in the target's buffers. Few responses of a correct target are that large.
 */
export class LargeBodies {
  #free: number;
  readonly #queue: (() => void)[] = [];

  /** @param atOnce how many large bodies are read in parallel */
  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  static isLarge(bytes: number): boolean {
    return bytes > LARGE;
  }

  /** Waits until there is room. The caller must call `leave` afterwards. @param pause called if there is no room yet */
  async enter(pause?: Pause): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    const goOn = pause?.();
    await new Promise<void>((resolve) => this.#queue.push(resolve));
    goOn?.();
  }

  leave(): void {
    const next = this.#queue.shift();
    if (next) next();
    else this.#free += 1;
  }
}
