import { giveBack, takeMemory } from '../../event-stream/index.ts';

const SMALLEST = 1024;
const NONE = new Uint8Array(0);

/**
 * Collects pieces of a body in one block of memory, so that many small pieces take no more memory than a few large ones. Call
 * `release` at the end: the next body then reuses the memory.
 */
export class GrowingBytes {
  #memory: Uint8Array<ArrayBuffer> = NONE;
  #capacity = 0;
  #length = 0;

  /** Size of the memory that was asked for and not given back. It depends on the bytes only, and not on spare memory. */
  get capacity(): number {
    return this.#capacity;
  }

  push(bytes: Uint8Array): void {
    const length = this.#length + bytes.length;
    if (length > this.#capacity) {
      this.#capacity = Math.max(SMALLEST, 2 * this.#capacity, length);
      const grown = takeMemory(this.#capacity);
      grown.set(this.#memory.subarray(0, this.#length));
      this.#giveBack();
      this.#memory = grown;
    }
    this.#memory.set(bytes, this.#length);
    this.#length = length;
  }

  /** Decodes the bytes as UTF-8. Malformed sequences become U+FFFD. */
  toString(): string {
    const { buffer, byteOffset } = this.#memory;
    return Buffer.from(buffer, byteOffset, this.#length).toString();
  }

  /** Forgets the bytes, and keeps the memory for the next ones. */
  clear(): void {
    this.#length = 0;
  }

  release(): void {
    this.#giveBack();
    this.#memory = NONE;
    this.#capacity = 0;
    this.#length = 0;
  }

  #giveBack(): void {
    if (this.#memory !== NONE) giveBack(this.#memory);
  }
}
