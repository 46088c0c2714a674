const EMPTY = new Uint8Array(0);
const SMALLEST = 1024;
/** Memory up to this size is kept when little of it is used, in bytes. */
const LARGEST_KEPT = 8 * 1024;

/** Spare pieces of memory, the smallest first. One thread never uses more than a few at once. */
const spares: Uint8Array<ArrayBuffer>[] = [];
const MOST_SPARES = 3;
/** Shorter pieces are made as fast as they are found. */
const SMALLEST_SPARE = 32 * 1024;
const LARGEST_SPARE = 2 * 1024 * 1024;

/**
 * Memory of at least this size, with arbitrary contents. The system maps, fills and unmaps fresh memory of this size each time,
 * which for a file of one stream takes as long as judging it.
 */
export function takeMemory(bytes: number): Uint8Array<ArrayBuffer> {
  if (bytes < SMALLEST_SPARE) return new Uint8Array(bytes);
  const index = spares.findIndex(({ length }) => length >= bytes);
  return spares.splice(index, index < 0 ? 0 : 1)[0] ?? new Uint8Array(bytes);
}

/** Gives back memory that is no longer referred to. The largest pieces are kept, because they fit most often. */
export function giveBack(memory: Uint8Array<ArrayBuffer>): void {
  if (memory.length < SMALLEST_SPARE || memory.length > LARGEST_SPARE) return;
  spares.push(memory);
  spares.sort((left, right) => left.length - right.length);
  if (spares.length > MOST_SPARES) spares.shift();
}

/**
 * Bytes that arrived and were not consumed yet, as one contiguous array.
 *
 * A chunk is read in place. Its rest is copied when the reader asks for more bytes, so that the caller may then reuse the chunk.
 * The copy grows by doubling: a line that spans N chunks costs O(bytes), not O(bytes x N).
 */
export class ByteQueue {
  bytes: Uint8Array = EMPTY;
  /** Index in `bytes` of the first unconsumed byte. */
  position = 0;
  /** Index in `bytes` after the last byte that arrived. */
  end = 0;
  /** Offset of `bytes[0]` from the start of the stream. */
  base = 0;
  #owned: Uint8Array<ArrayBuffer> = EMPTY;
  #capacity = 0;

  /** Size of the memory that the queue asked for and did not give back. It depends on the bytes only, and not on spare memory. */
  get capacity(): number {
    return this.#capacity;
  }

  append(chunk: Uint8Array): void {
    if (this.position === this.end) {
      this.base += this.position;
      this.bytes = chunk;
      this.position = 0;
      this.end = chunk.length;
      return;
    }
    this.#reserve(chunk.length);
    this.bytes.set(chunk, this.end);
    this.end += chunk.length;
  }

  /** Copies the rest of the last chunk into our own memory. The caller may reuse the chunk afterwards. */
  retain(): void {
    const left = this.end - this.position;
    if (left === 0) this.release();
    else if (this.#capacity > LARGEST_KEPT && left < this.#capacity / 4) this.#shrink(left);
    else if (this.bytes !== this.#owned) this.#reserve(0);
  }

  /** Gives the memory back. Unconsumed bytes are lost. */
  release(): void {
    this.base += this.position;
    this.bytes = EMPTY;
    this.position = 0;
    this.end = 0;
    this.#giveBack();
    this.#owned = EMPTY;
    this.#capacity = 0;
  }

  #giveBack(): void {
    if (this.#owned !== EMPTY) giveBack(this.#owned);
  }

  #reserve(more: number): void {
    const left = this.end - this.position;
    const isOwned = this.bytes === this.#owned;
    if (isOwned && this.end + more <= this.#capacity) return;
    if (this.#capacity < left + more) this.#capacity = Math.max(2 * (left + more), SMALLEST);
    // Spare memory may be larger than what was asked for.
    this.#moveTo(this.#owned.length < this.#capacity ? takeMemory(this.#capacity) : this.#owned);
  }

  #shrink(left: number): void {
    this.#capacity = Math.max(2 * left, SMALLEST);
    this.#moveTo(takeMemory(this.#capacity));
  }

  /** Moves what is left to the beginning of the memory. */
  #moveTo(memory: Uint8Array<ArrayBuffer>): void {
    const left = this.end - this.position;
    memory.set(this.bytes.subarray(this.position, this.end));
    if (memory !== this.#owned) this.#giveBack();
    this.#owned = memory;
    this.base += this.position;
    this.bytes = this.#owned;
    this.position = 0;
    this.end = left;
  }
}
