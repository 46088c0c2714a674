import type { Ending, Redactor } from '../redaction/redact.ts';

interface Waiting {
  /** Where the chunk ends among the bytes that are kept. */
  end: number;
  readonly at: number;
}

/** Bytes of an unfinished secret from which on a search waits for several chunks. Only a long secret begins with so many. */
const LONG_REST = 256;

/**
 * Masks the secrets in a body as it arrives, even across chunk boundaries. A chunk whose end may be the beginning of a secret
 * waits for the next one. Chunks keep their boundaries and their times.
 *
 * The time is linear in the body, whatever its chunks are: each search begins where the one before found the beginning of a
 * secret, and after a long beginning the next search waits for a quarter as many bytes.
 */
export class BodyMask {
  readonly #redactor: Redactor;
  readonly #onChunk: (masked: Uint8Array, at: number) => void;
  #waiting: Waiting[] = [];
  readonly #raw = new Kept();
  readonly #masked = new Kept();
  /** Where the next search begins. Before it, everything is masked. */
  #resumeAt = 0;
  /** Where the last search ended. */
  #searched = 0;

  constructor(redactor: Redactor, onChunk: (masked: Uint8Array, at: number) => void) {
    this.#redactor = redactor;
    this.#onChunk = onChunk;
  }

  /** @param bytes are not changed, and the caller must not change them afterwards */
  push(bytes: Uint8Array, at: number): void {
    this.#raw.push(bytes);
    this.#masked.push(bytes);
    this.#waiting.push({ end: this.#raw.length, at });
    const rest = this.#searched - this.#resumeAt;
    const added = this.#raw.length - this.#searched;
    if (rest > LONG_REST && added < rest / 4) return;
    this.#mask('more');
    this.#settle(this.#resumeAt);
  }

  /** @param isCut whether the body is incomplete, so that its end may be the beginning of a secret */
  end(isCut: boolean): void {
    this.#mask(isCut ? 'cut' : 'whole');
    this.#settle(this.#raw.length);
  }

  #mask(ending: Ending): void {
    const from = this.#resumeAt;
    // Secrets that were found before stay masked, even if they reach beyond the place where this search begins.
    this.#resumeAt += this.#redactor.bytes(this.#raw.from(from), ending, this.#masked.from(from));
    this.#searched = this.#raw.length;
  }

  #settle(settled: number): void {
    const open = this.#waiting.findIndex(({ end }) => end > settled);
    const done = this.#waiting.splice(0, open < 0 ? this.#waiting.length : open);
    const finished = done.at(-1)?.end ?? 0;
    const masked = this.#masked.take(finished);
    this.#raw.take(finished);
    this.#resumeAt = Math.max(0, this.#resumeAt - finished);
    this.#searched -= finished;
    for (const chunk of this.#waiting) chunk.end -= finished;
    let start = 0;
    for (const { end, at } of done) {
      this.#onChunk(masked.subarray(start, end), at);
      start = end;
    }
  }
}

/** Bytes that are added at the end and taken from the beginning. */
class Kept {
  #memory: Uint8Array = new Uint8Array(0);
  #start = 0;
  #end = 0;

  get length(): number {
    return this.#end - this.#start;
  }

  push(bytes: Uint8Array): void {
    if (this.#end + bytes.length > this.#memory.length) this.#makeRoom(bytes.length);
    this.#memory.set(bytes, this.#end);
    this.#end += bytes.length;
  }

  /** The bytes from an index on. They are valid until the next push. */
  from(index: number): Uint8Array {
    return this.#memory.subarray(this.#start + index, this.#end);
  }

  /** Takes bytes from the beginning, as a copy. */
  take(length: number): Uint8Array {
    const taken = this.#memory.slice(this.#start, this.#start + length);
    this.#start += length;
    if (this.#start === this.#end) [this.#start, this.#end] = [0, 0];
    return taken;
  }

  /** Moves the bytes to the beginning of new memory that has room for twice as many. */
  #makeRoom(length: number): void {
    const grown = new Uint8Array(2 * (this.length + length));
    grown.set(this.from(0));
    [this.#start, this.#end, this.#memory] = [0, this.length, grown];
  }
}
