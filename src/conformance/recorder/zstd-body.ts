import { ZstdError, ZstdFrames } from '../recordings/zstd-frames.ts';

/** Finds the end of a body of one zstd frame. Node reads another frame if it begins a piece, and drops it if not. */
export class ZstdBody {
  readonly #frames = new ZstdFrames();
  #isEnded = false;

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** @returns the bytes of the frame; undefined if they are no zstd data */
  take(bytes: Uint8Array): Uint8Array | undefined {
    if (this.#isEnded) return bytes.subarray(0, 0);
    try {
      const { length, isEnd } = this.#frames.follow(bytes);
      this.#isEnded = isEnd;
      return bytes.subarray(0, length);
    } catch (error) {
      if (error instanceof ZstdError) return undefined;
      throw error;
    }
  }
}
