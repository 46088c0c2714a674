/**
 * Joins surrogate pairs that a provider has split between two events. Each half is escaped in the JSON of its own event, and
 * half a pair cannot be encoded in UTF-8.
 */
export class WholeCharacters {
  #half = '';

  /** @returns the new text without a trailing first half of a pair, which is held back */
  push(piece: string): string {
    const text = this.#half + piece;
    this.#half = /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : '';
    return text.slice(0, text.length - this.#half.length).toWellFormed();
  }

  /** @returns the replacement character for a half that is left over; empty if there is none */
  end(): string {
    const rest = this.#half.toWellFormed();
    this.#half = '';
    return rest;
  }
}
