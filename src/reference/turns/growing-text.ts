/** Pieces that are joined at once. */
const BATCH = 64;

/**
 * A text that grows by small pieces. V8 stores a text that was built with `+=` as a tree with a node for each piece, which takes tens of
 * times the memory of its characters. With thousands of running turns, that is too much. Joined pieces are flat.
 */
export class GrowingText {
  #joined = '';
  /** Absent while empty, since thousands of turns wait before their first piece. */
  #pieces: string[] | undefined;

  append(piece: string): void {
    this.#pieces ??= [];
    this.#pieces.push(piece);
    if (this.#pieces.length >= BATCH) this.#join();
  }

  replace(text: string): void {
    this.#joined = text;
    this.#pieces = undefined;
  }

  toString(): string {
    this.#join();
    return this.#joined;
  }

  #join(): void {
    if (this.#pieces) this.#joined += this.#pieces.join('');
    this.#pieces = undefined;
  }
}
