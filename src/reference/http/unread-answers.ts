import type { ServerResponse } from 'node:http';

/**
 * Bounds the memory of all answers that wait for their clients to read them. A stream has its own limit, and its writer waits. A complete
 * answer is in memory at once, and a client can open many connections without reading from any of them.
 */
export class UnreadAnswers {
  readonly #most: number;
  /** Unsent bytes of each answer, the oldest first. */
  readonly #answers = new Map<ServerResponse, number>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#most = mostBytes;
  }

  /** Counts the answer until it is sent. Disconnects the clients of the oldest answers if there are too many unsent bytes. */
  add(response: ServerResponse): void {
    const bytes = response.writableLength;
    if (bytes === 0 || response.destroyed) return;
    this.#answers.set(response, bytes);
    this.#bytes += bytes;
    response.once('close', () => this.#forget(response));
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= this.#most) return;
      this.#forget(oldest);
      oldest.destroy();
    }
  }

  #forget(response: ServerResponse): void {
    this.#bytes -= this.#answers.get(response) ?? 0;
    this.#answers.delete(response);
  }
}
