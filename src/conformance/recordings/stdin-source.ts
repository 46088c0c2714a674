import { HEAD_BYTES, isUndecided, MAGIC_BYTES, packingOf } from './detect-format.ts';
import type { ByteSource } from './input.ts';

const LF = 0x0a;

/** Standard input. It cannot be read twice, so its beginning is kept for `read`. */
export class StandardInput implements ByteSource {
  readonly name = '-';
  readonly #pieces: AsyncIterator<Uint8Array>;
  #first: Uint8Array | undefined;

  constructor(input: AsyncIterable<Uint8Array>) {
    this.#pieces = unpacked(input)[Symbol.asyncIterator]();
  }

  /** The decompressed beginning: as many lines as show the format, or HEAD_BYTES, or all if there is less. */
  async head(): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    let length = 0;
    for (let tried = 0; length < HEAD_BYTES; ) {
      const { value } = await this.#pieces.next();
      if (!value) break;
      pieces.push(Uint8Array.from(value));
      length += value.length;
      // Many short lines must not be looked at each time that one more arrives.
      if (!value.includes(LF) || length < 2 * tried) continue;
      if (!isUndecided(Buffer.concat(pieces))) break;
      tried = length;
    }
    this.#first = Buffer.concat(pieces);
    return this.#first;
  }

  /** Its pieces are garbage whether or not they were packed. */
  async read(onBytes: (bytes: Uint8Array) => void, onUnpacked?: (bytes: number) => void): Promise<void> {
    if (this.#first?.length) onBytes(this.#first);
    for (let next = await this.#pieces.next(); !next.done; next = await this.#pieces.next()) {
      onBytes(next.value);
      onUnpacked?.(next.value.length);
    }
  }
}

async function* unpacked(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = input[Symbol.asyncIterator]();
  const first = await readBeginning(pieces);
  const packing = packingOf(first);
  const whole = (async function* () {
    yield first;
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
  })();
  if (packing) yield* (await import('./unpack.ts')).unpack('standard input', whole, packing);
  else yield* whole;
}

/** The first piece. A writer may send its first bytes one by one, so that it takes several pieces to tell how they are packed. */
async function readBeginning(pieces: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let first: Uint8Array = new Uint8Array(0);
  while (first.length < MAGIC_BYTES) {
    const next = await pieces.next();
    if (next.done) break;
    first = first.length === 0 ? next.value : Buffer.concat([first, next.value]);
  }
  return first;
}
