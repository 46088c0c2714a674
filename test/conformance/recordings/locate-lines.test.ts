import { describe, expect, it } from 'vitest';
import { locateLines } from '../../../src/conformance/recordings/locate-lines.ts';

/** Yields the text in pieces of the given number of bytes. */
const sourceOf = (text: string, piece: number) => ({
  async read(onBytes: (bytes: Uint8Array) => void) {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += piece) onBytes(bytes.subarray(at, at + piece));
  },
});

describe('the line of a byte', () => {
  it.each([1, 2, 3, 100])('counts LF, CR and CRLF once each, in pieces of %i bytes', async (piece) => {
    const text = 'a\nb\r\nc\rd\r\ne';
    const offsets = [...'abcde'].map((letter) => text.indexOf(letter));
    const lines = await locateLines(sourceOf(text, piece), offsets);
    expect(offsets.map((offset) => lines.get(offset))).toEqual([1, 2, 3, 4, 5]);
  });

  it('is the last line at the end of the input', async () => {
    expect(await locateLines(sourceOf('a\nb', 100), [3])).toEqual(new Map([[3, 2]]));
  });

  it('reads no further than the last requested byte', async () => {
    let pieces = 0;
    const endless = {
      async read(onBytes: (bytes: Uint8Array) => void) {
        for (;;) {
          pieces += 1;
          onBytes(Buffer.from('a\n'));
        }
      },
    };
    expect(await locateLines(endless, [4])).toEqual(new Map([[4, 3]]));
    expect(pieces).toBe(3);
  });
});
