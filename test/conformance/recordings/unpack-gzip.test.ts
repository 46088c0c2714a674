import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FileSource } from '../../../src/conformance/recordings/file-source.ts';
import { unpack } from '../../../src/conformance/recordings/unpack.ts';
import { runInProcess } from '../../cli/run-in-process.ts';
import { makeWorkspace, readRecording } from '../../cli/workspace.ts';

interface Part {
  readonly bytes: Uint8Array;
  /** What the part holds; undefined if it is no gzip data. */
  readonly text: string | undefined;
}

const files = makeWorkspace();
const member = fc.string({ maxLength: 50 }).map((text): Part => ({ bytes: gzipSync(text), text }));
const zeros = fc
  .integer({ min: 1, max: 600 })
  .map((length): Part => ({ bytes: Buffer.alloc(length), text: '' }));
/** Among them the beginning of a member, and of its magic number. */
const other = fc
  .constantFrom('\n', 'x', 'trailing garbage', '\u001f', '\0x', '\u001fx')
  .map((text): Part => ({ bytes: Buffer.from(text), text: undefined }));
const cutMember = fc.tuple(fc.string({ maxLength: 50 }), fc.nat()).map(([text, place]): Part => {
  const bytes = gzipSync(text);
  return { bytes: bytes.subarray(0, 1 + (place % (bytes.length - 1))), text: undefined };
});

const sound = fc.array(fc.oneof({ weight: 2, arbitrary: member }, { weight: 1, arbitrary: zeros }), {
  maxLength: 5,
});
const sizes = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 6 });

function split(bytes: Uint8Array, lengths: readonly number[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0, index = 0; at < bytes.length; index += 1) {
    const length = lengths[index % lengths.length] ?? 1;
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
}

async function read(pieces: readonly Uint8Array[]): Promise<string> {
  const unpacked: Uint8Array[] = [];
  for await (const piece of unpack('it', Readable.from(pieces), 'gzip')) unpacked.push(piece);
  return Buffer.concat(unpacked).toString();
}

const joined = (parts: readonly Part[]) => Buffer.concat(parts.map(({ bytes }) => bytes));

it('reads all members, whatever zero bytes stand between and after them, and however they are split', async () => {
  await fc.assert(
    fc.asyncProperty(member, sound, sizes, async (first, others, lengths) => {
      const parts = [first, ...others];
      expect(await read(split(joined(parts), lengths))).toBe(parts.map(({ text }) => text).join(''));
    }),
  );
});

it('refuses data in which anything else follows a member, however it is split', async () => {
  const broken = fc.oneof(other, cutMember);
  await fc.assert(
    fc.asyncProperty(member, sound, broken, sizes, async (first, between, last, lengths) => {
      const whole = joined([first, ...between, last]);
      await expect(read(split(whole, lengths))).rejects.toThrow('cannot read it: its gzip data is damaged');
    }),
  );
});

it('names what follows a member', async () => {
  const packed = Buffer.concat([gzipSync('a'), Buffer.alloc(9), Buffer.from('some other text')]);
  await expect(read([packed])).rejects.toThrow('(what follows a member is no member)');
});

it('judges what stands behind zero bytes in a file', async () => {
  const valid = readRecording('valid/plain.sse');
  const broken = valid.toString().replaceAll('"replace":false', '"replace":"no"');
  const packed = Buffer.concat([
    gzipSync(valid.subarray(0, 300)),
    Buffer.alloc(512),
    gzipSync(broken.slice(300)),
  ]);
  const file = files.write('zeros.sse.gz', packed);
  expect((await runInProcess(['check', file])).code).toBe(1);
  expect(Buffer.from(await new FileSource(file).head()).toString()).toContain('"replace":"no"');
});
