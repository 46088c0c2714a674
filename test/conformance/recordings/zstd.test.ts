import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sampled } from '../../../scripts/test/tiers.ts';
import { FileSource } from '../../../src/conformance/recordings/file-source.ts';
import { StandardInput } from '../../../src/conformance/recordings/stdin-source.ts';
import { spawnMeasured } from '../../bench/spawn-measured.ts';
import { makeWorkspace, readRecording } from '../../cli/workspace.ts';

const files = makeWorkspace();
const plain = readRecording('valid/plain.sse');
const [first, second] = [plain.subarray(0, 700), plain.subarray(700)];
/** A skippable frame. Parallel compressors write such frames to announce the length of the next one. */
const skippable = Buffer.from([0x53, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4]);
const withChecksum = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };
const withoutSize = { params: { [constants.ZSTD_c_contentSizeFlag]: 0 } };
/** Bytes that do not repeat, so that the compressor stores blocks uncompressed. */
const dense = Buffer.concat(
  Array.from({ length: 12_500 }, (_, index) => createHash('sha256').update(String(index)).digest()),
);

/** Reads the same bytes from a file and from standard input, there also byte by byte. */
async function readAll(packed: Uint8Array): Promise<Buffer[]> {
  const sources = [
    new FileSource(files.write('input.zst', packed)),
    new StandardInput(Readable.from([packed])),
    ...(packed.length < 10_000 ? [new StandardInput(Readable.from(bytesOf(packed)))] : []),
  ];
  return Promise.all(
    sources.map(async (source) => {
      const pieces: Buffer[] = [];
      await source.read((bytes) => void pieces.push(Buffer.from(bytes)));
      return Buffer.concat(pieces);
    }),
  );
}

function* bytesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (const byte of bytes) yield Uint8Array.of(byte);
}

describe('zstd data', () => {
  it.each<[string, Uint8Array, Uint8Array]>([
    ['of one frame', zstdCompressSync(plain), plain],
    ['with a checksum', zstdCompressSync(plain, withChecksum), plain],
    ['without its size', zstdCompressSync(plain, withoutSize), plain],
    [
      'of several frames',
      Buffer.concat([zstdCompressSync(first), zstdCompressSync(second, withChecksum)]),
      plain,
    ],
    [
      'of a parallel compressor',
      Buffer.concat([skippable, zstdCompressSync(first), skippable, zstdCompressSync(second)]),
      plain,
    ],
    ['of stored blocks', zstdCompressSync(dense), dense],
    ['of repeated bytes', zstdCompressSync(Buffer.alloc(400_000)), Buffer.alloc(400_000)],
    ['of nothing', zstdCompressSync(Buffer.alloc(0)), Buffer.alloc(0)],
    ['with a window of 8 MiB', Buffer.from('28b52ffd00680b000061', 'hex'), Buffer.from('a')],
  ])('%s is read completely', async (_, packed, expected) => {
    for (const read of await readAll(packed)) expect(read.equals(expected)).toBe(true);
  });

  it('has a head even when its first block is longer than a head', async () => {
    const { length } = zstdCompressSync(dense);
    expect(length).toBeGreaterThan(128 * 1024);
    const head = await new FileSource(files.write('dense.zst', zstdCompressSync(dense))).head();
    expect(dense.subarray(0, 64 * 1024).equals(head)).toBe(true);
  });

  it('is refused wherever it was cut', async () => {
    const whole = Buffer.concat([zstdCompressSync(first, withChecksum), skippable, zstdCompressSync(second)]);
    const ends = [zstdCompressSync(first, withChecksum).length, skippable.length].map((_, index, lengths) =>
      lengths.slice(0, index + 1).reduce((sum, length) => sum + length, 0),
    );
    const inside = sampled([...whole.keys()].slice(5), 5);
    for (const length of new Set([...inside, ...ends])) {
      const source = new StandardInput(Readable.from([whole.subarray(0, length)]));
      const reading = source.read(() => {});
      // Between two frames, nothing shows that another frame followed.
      if (ends.includes(length)) await reading;
      else await expect(reading, String(length)).rejects.toThrow('its zstd data is damaged');
    }
  });

  it.each<[string, Uint8Array, string]>([
    [
      'with text after it',
      Buffer.concat([zstdCompressSync(plain), Buffer.from('event: ping')]),
      'is no frame',
    ],
    ['with a block of a reserved type', Buffer.from('28b52ffd000007000000', 'hex'), 'reserved type'],
    [
      'that needs a window of 2 GiB',
      Buffer.from('28b52ffd00a8090000610a', 'hex'),
      'window of more than 8 MiB',
    ],
    [
      'that needs a window of 16 MiB',
      Buffer.from('28b52ffd00700b000061', 'hex'),
      'window of more than 8 MiB',
    ],
  ])('%s is refused', async (_, packed, message) => {
    await expect(readAll(packed)).rejects.toThrow(message);
  });
});

describe('a compression bomb', () => {
  const MAIN = new URL('../../../src/cli/main.ts', import.meta.url).pathname;
  const page = Buffer.alloc(32 * 1024 * 1024, ': \n');
  const MOST = 256 * 1024 * 1024;

  it.each([
    ['gzip', gzipSync(page)],
    ['zstd', zstdCompressSync(page)],
  ])('of %s is read up to the limit, with little memory', async (_, packed) => {
    const bomb = files.write('bomb', Buffer.concat(Array.from({ length: 32 }, () => packed)));
    const ran = await spawnMeasured([MAIN, 'check', bomb, '--max-input-bytes', String(MOST)]).ended;
    expect(ran.stdout).toContain(`incomplete: reading stopped at the limit of ${MOST} bytes`);
    expect(ran.code).toBe(3);
    expect(ran.mebibytes).toBeLessThan(150);
  });
});
