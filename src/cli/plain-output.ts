import { writeSync } from 'node:fs';
import type { Output } from './io.ts';

/**
 * Standard output or error where it is a pipe or a file. Written to directly: Node's own streams for them take longer to make than a
 * small file takes to judge.
 */
export class PlainOutput implements Output {
  readonly #descriptor: 1 | 2;
  #isClosed = false;

  constructor(descriptor: 1 | 2) {
    this.#descriptor = descriptor;
  }

  write(text: string): void {
    const bytes = Buffer.from(text);
    let written = 0;
    try {
      while (written < bytes.length && !this.#isClosed)
        written += writeSync(this.#descriptor, bytes, written);
    } catch (error) {
      this.#recover(error as NodeJS.ErrnoException, bytes.subarray(written));
    }
  }

  on(): void {
    // A closed pipe is known at once, when it is written to.
  }

  #recover(error: NodeJS.ErrnoException, rest: Uint8Array): void {
    // The reader went away, as `head` does: there is nobody to tell.
    if (error.code === 'EPIPE') this.#isClosed = true;
    // The pipe is full and was made not to wait. A stream knows how to.
    else if (error.code === 'EAGAIN') (this.#descriptor === 1 ? process.stdout : process.stderr).write(rest);
    else throw error;
  }
}
