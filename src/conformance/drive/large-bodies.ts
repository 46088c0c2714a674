/** From this size on, a body is one of the large, of which only a few come in at once. Bytes. */
const LARGE = 256 * 1024;
/**
 * Lets in few large bodies at a time, whatever the checks have under way: a target that floods every answer would fill the memory
 * otherwise. The others wait in the target's own buffers. Sound answers are far smaller, and never wait.
 */
export class LargeBodies {
  #free: number;
  readonly #queue: (() => void)[] = [];

  /** @param atOnce How many come in at a time. */
  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  static isLarge(bytes: number): boolean {
    return bytes > LARGE;
  }

  /** @returns when there is room; `leave` must be called then */
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
