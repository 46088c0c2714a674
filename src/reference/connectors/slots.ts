/** A fixed number of slots. While none is free, callers wait in order. */
export class Slots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Takes a slot. @throws the signal's reason when it is aborted before a slot is free */
  async take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.delete(enter);
        reject(signal.reason);
      };
      this.#waiting.add(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** Returns a slot and gives it to the caller that has waited longest. */
  release(): void {
    const [enter] = this.#waiting;
    if (!enter) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(enter);
    enter();
  }
}
