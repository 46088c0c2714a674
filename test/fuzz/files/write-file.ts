import { createReadStream, createWriteStream } from 'node:fs';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip, createZstdCompress } from 'node:zlib';
import type { Part } from './families.ts';

const BLOCK = 256 * 1024;

export type Packer = keyof typeof PACKERS;

/** Ways to compress files: quickly, and with the largest zstd window that the reader accepts. */
export const PACKERS = {
  gzip: () => createGzip({ level: 1 }),
  zstd: () =>
    createZstdCompress({
      params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_windowLog]: 23 },
    }),
} as const satisfies Readonly<Record<string, () => Transform>>;

export async function writeParts(path: string, parts: readonly Part[] | Buffer): Promise<void> {
  await pipeline(Readable.from(Buffer.isBuffer(parts) ? [parts] : blocksOf(parts)), createWriteStream(path));
}

export async function pack(from: string, to: string, packer: Packer): Promise<void> {
  await pipeline(createReadStream(from), PACKERS[packer](), createWriteStream(to));
}

/** A single character up to U+00FF is written as one byte, so U+0080 is invalid UTF-8. */
function* blocksOf(parts: readonly Part[]): Generator<Buffer> {
  for (const part of parts) {
    if (typeof part === 'string') {
      yield Buffer.from(part);
      continue;
    }
    const unit = Buffer.from(part.unit, part.unit.includes('\u0080') ? 'latin1' : 'utf8');
    const times = Math.max(1, Math.floor(BLOCK / unit.length));
    const block = Buffer.alloc(unit.length * times, unit);
    const total = Math.ceil(part.bytes / unit.length) * unit.length;
    for (let left = total; left > 0; left -= block.length)
      yield block.subarray(0, Math.min(left, block.length));
  }
}
