import type { Pause } from './wire.ts';

/** Larger bodies count as large, in bytes. */
const LARGE = 256 * 1024;

/**
 * Limits how many large bodies are read at once: a target that floods every response would fill the memory otherwise. The other
 * large bodies wait in the buffers of the target. Few responses of a sound target are as large.
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

  /** Waits until there is room. The caller must call `leave` afterwards. @param pause called if there is none yet */
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
