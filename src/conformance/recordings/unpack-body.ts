import { isUtf8 } from 'node:buffer';
import { excerpt } from '../judge/excerpt.ts';
import { codingOf, type PackedCoding } from './content-coding.ts';
import { ZstdError, ZstdFrames } from './zstd-frames.ts';

type Zlib = typeof import('node:zlib');

interface Unpacked {
  readonly buffer: Uint8Array;
  /** `bytesWritten` counts the packed bytes that were read. */
  readonly engine: { readonly bytesWritten: number };
}

interface UnpackOptions {
  readonly maxOutputLength: number;
  /** Makes the functions of Node return what `Unpacked` describes, which their types do not say. */
  readonly info: true;
}

type Unpack = (zlib: Zlib, bytes: Uint8Array, options: UnpackOptions) => unknown;

/** Largest window of zstd as a content encoding, as a power of 2 (RFC 9659). */
const WINDOW_LOG = 23;

const DECODERS: Readonly<Record<PackedCoding, Unpack>> = {
  gzip: ({ gunzipSync }, bytes, options) => gunzipSync(bytes, options),
  deflate: ({ inflateSync }, bytes, options) => inflateSync(bytes, options),
  br: ({ brotliDecompressSync }, bytes, options) => brotliDecompressSync(bytes, options),
  zstd: ({ zstdDecompressSync, constants }, bytes, options) => {
    // Node 22 takes a frame that was cut for a whole one.
    if (!new ZstdFrames().follow(bytes).isEnd) throw new ZstdError('it ends within a frame');
    const params = { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG };
    return zstdDecompressSync(bytes, { ...options, params });
  },
};

/**
 * Unpacks a body that an archive may have as it was sent. Most tools write the unpacked body beside the header of the packed one.
 *
 * @param encoding the value of Content-Encoding
 * @param most bytes of the unpacked body
 * @returns the body, or a text that says what it is instead
 */
export function unpackBody(bytes: Uint8Array, encoding: string, most: number): Uint8Array | string {
  const coding = codingOf(encoding);
  if (coding === 'identity') return bytes;
  const isText = isUtf8(bytes);
  // The docs portal has no zlib.
  const zlib = process.getBuiltinModule('node:zlib');
  if (coding === 'unknown' || !zlib)
    return isText ? bytes : `packed (${excerpt(encoding.trim())}), and cannot be unpacked here`;
  try {
    const { buffer, engine } = DECODERS[coding](zlib, bytes, {
      maxOutputLength: most,
      info: true,
    }) as Unpacked;
    return engine.bytesWritten === bytes.length ? buffer : `packed with ${coding}, and other bytes follow it`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      return `packed with ${coding}, and larger than ${most} bytes when it is unpacked`;
    return isText ? bytes : `packed with ${coding}, and damaged`;
  }
}
