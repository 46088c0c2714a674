/** Pieces of packed data. A reader that finds the end of its part within a piece gives the rest back. */
export class PackedPieces {
  readonly #pieces: AsyncIterator<Uint8Array>;
  /** The next piece, which is read while the one before it is unpacked. */
  #ahead: Promise<IteratorResult<Uint8Array>> | undefined;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(packed: AsyncIterable<Uint8Array>) {
    this.#pieces = packed[Symbol.asyncIterator]();
  }

  /** The next piece, which is never empty; undefined at the end. */
  async next(): Promise<Uint8Array | undefined> {
    while (this.#rest.length === 0) {
      const next = await (this.#ahead ?? this.#pieces.next());
      if (next.done) return undefined;
      this.#rest = next.value;
      this.#ahead = this.#pieces.next();
      // Whoever reads the piece gets the error.
      this.#ahead.catch(() => {});
    }
    const piece = this.#rest;
    this.#rest = new Uint8Array(0);
    return piece;
  }

  /** @param rest bytes that `next` returned last, which it is to return again */
  giveBack(rest: Uint8Array): void {
    this.#rest = rest;
  }

  /** Gives up what was not read. Does not wait: a pipe that is open and silent would never answer. */
  close(): void {
    this.#pieces.return?.().catch(() => {});
  }
}
