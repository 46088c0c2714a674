/**
 * Gives text on in whole characters. A provider may cut a character between two events, each half escaped in its own JSON, and
 * half a character cannot be sent on in UTF-8.
 */
export class WholeCharacters {
  #half = '';

  /** The whole characters of what has come so far and was not given on yet. */
  push(piece: string): string {
    const text = this.#half + piece;
    this.#half = /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : '';
    return text.slice(0, text.length - this.#half.length).toWellFormed();
  }

  /** What is left at the end, which then is no character. */
  end(): string {
    const rest = this.#half.toWellFormed();
    this.#half = '';
    return rest;
  }
}
