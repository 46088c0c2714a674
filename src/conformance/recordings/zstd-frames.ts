/** The bytes are not zstd data, or not all of it. */
export class ZstdError extends Error {
  readonly code = 'damaged-zstd';
}

const MAGIC = 0xfd2fb528;
/** The first of the sixteen magic numbers of frames whose content is no data. */
const SKIPPABLE = 0x184d2a50;
const BLOCK_TYPES = { repeated: 1, reserved: 3 } as const;
/** Lengths of the optional members of a frame's header, by the two bits that stand for them. */
const DICTIONARY_BYTES = [0, 1, 2, 4] as const;
const SIZE_BYTES = [0, 2, 4, 8] as const;
const CHECKSUM_BYTES = 4;

/** What the walk through a frame wants next: some bytes to read, or to skip bytes. */
type Want = { readonly read: number } | { readonly skip: number };

/**
 * Finds where each frame of zstd data ends, without unpacking it. Node 22 and 24 unpack only the first frame and drop the others without a
 * word, and Node 22 takes data that was cut for whole.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8878#section-3.1
 */
export class ZstdFrames {
  #walk = walkFrame();
  #want: Want | undefined;
  #kept: number[] = [];
  #skipped = 0;

  /**
   * Follows the current frame, or begins the next one.
   *
   * @returns how many of the bytes belong to the frame, and whether it ends with them
   * @throws ZstdError if the bytes are no frame
   */
  follow(bytes: Uint8Array): { readonly length: number; readonly isEnd: boolean } {
    this.#want ??= this.#next([]);
    let at = 0;
    while (this.#want !== undefined && at < bytes.length) at += this.#take(bytes.subarray(at));
    return { length: at, isEnd: this.#want === undefined };
  }

  /** @returns the number of bytes that it took */
  #take(bytes: Uint8Array): number {
    const want = this.#want as Want;
    if ('skip' in want) {
      const taken = Math.min(bytes.length, want.skip - this.#skipped);
      this.#skipped += taken;
      if (this.#skipped === want.skip) this.#want = this.#next([]);
      return taken;
    }
    const taken = bytes.subarray(0, want.read - this.#kept.length);
    this.#kept.push(...taken);
    if (this.#kept.length === want.read) this.#want = this.#next(this.#kept);
    return taken.length;
  }

  /** @returns undefined at the end of a frame */
  #next(read: readonly number[]): Want | undefined {
    this.#kept = [];
    this.#skipped = 0;
    for (let next = this.#walk.next(read); !next.done; next = this.#walk.next([])) {
      if (!('skip' in next.value) || next.value.skip > 0) return next.value;
    }
    this.#walk = walkFrame();
    return undefined;
  }
}

function* walkFrame(): Generator<Want, void, readonly number[]> {
  const magic = littleEndian(yield { read: 4 });
  if ((magic & 0xfffffff0) >>> 0 === SKIPPABLE) {
    yield { skip: littleEndian(yield { read: 4 }) };
    return;
  }
  if (magic !== MAGIC) throw new ZstdError('what follows a frame is no frame');
  const [descriptor = 0] = yield { read: 1 };
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const dictionary = DICTIONARY_BYTES[descriptor & 3] ?? 0;
  const size = SIZE_BYTES[descriptor >>> 6] || (isSingleSegment ? 1 : 0);
  yield { skip: (isSingleSegment ? 0 : 1) + dictionary + size };
  for (let isLast = false; !isLast; ) {
    const header = littleEndian(yield { read: 3 });
    const type = (header >>> 1) & 3;
    if (type === BLOCK_TYPES.reserved) throw new ZstdError('a block has a reserved type');
    isLast = (header & 1) === 1;
    yield { skip: type === BLOCK_TYPES.repeated ? 1 : header >>> 3 };
  }
  if ((descriptor & 4) !== 0) yield { skip: CHECKSUM_BYTES };
}

function littleEndian(bytes: readonly number[]): number {
  return bytes.reduceRight((number, byte) => number * 256 + byte, 0);
}
