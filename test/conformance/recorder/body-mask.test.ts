import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BodyMask } from '../../../src/conformance/recorder/body-mask.ts';
import { Redactor } from '../../../src/conformance/redaction/redact.ts';
import { anyToken, anyWriting, isReadable, nestedWriting } from '../redaction/nested-secret.ts';

const SECRETS = ['hunter2-hunter2', 'abcabc', 'w/ "quotes"\\', '%41%25'];
/** Beginnings, ends and escapes of secrets, so that almost-secrets appear everywhere. */
const anyText = fc.string({
  unit: fc.constantFrom(
    'hunter2',
    '-',
    'abc',
    'h',
    '\\u0061',
    '\\',
    '%61',
    '%2',
    '%',
    'w/ "',
    'YWJj',
    '6162',
    ' ',
  ),
  maxLength: 30,
});

function maskInChunks(chunks: readonly Uint8Array[], redactor = new Redactor(SECRETS)) {
  const masked: { bytes: Uint8Array; at: number }[] = [];
  const mask = new BodyMask(redactor, (bytes, at) => masked.push({ bytes, at }));
  for (const [at, chunk] of chunks.entries()) mask.push(chunk, at);
  mask.end(false);
  return masked;
}

describe('a body that is masked while it arrives', () => {
  it('equals the body masked as a whole, with its chunks and times', () => {
    fc.assert(
      fc.property(anyText, fc.array(fc.nat(), { maxLength: 12 }), (text, places) => {
        const bytes = Buffer.from(text);
        const cuts = [
          0,
          ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b),
          bytes.length,
        ];
        const chunks = cuts.slice(1).map((cut, index) => bytes.subarray(cuts[index], cut));
        const masked = maskInChunks(chunks);
        expect(masked.map(({ bytes: { length }, at }) => [length, at])).toEqual(
          chunks.map(({ length }, at) => [length, at]),
        );
        const whole = Buffer.concat(new Redactor(SECRETS).pieces([bytes])).toString();
        const found = Buffer.concat(masked.map((chunk) => chunk.bytes)).toString();
        expect(found).toBe(whole);
        expect(bytes.toString()).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  it('equals the body masked as a whole wherever it is split, also inside nested escapes', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 11 }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(anyToken, anyWriting, anyText, anyText, lengths, (token, write, before, after, sizes) => {
        const written = Buffer.from(`${before} ${write(token)} ${after}`);
        const redactor = new Redactor([token]);
        const chunks: Uint8Array[] = [];
        for (let at = 0, index = 0; at < written.length; index += 1) {
          const size = sizes[index % sizes.length] ?? 1;
          chunks.push(written.subarray(at, at + size));
          at += size;
        }
        const found = Buffer.concat(maskInChunks(chunks, redactor).map(({ bytes }) => bytes));
        expect(found.toString()).toBe(Buffer.concat(redactor.pieces([written])).toString());
        expect(isReadable(token, found.toString())).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it('never shows a beginning of a secret, whenever it is stopped', () => {
    fc.assert(
      fc.property(anyToken, nestedWriting, fc.nat(), fc.nat(), (token, write, place, middle) => {
        const written = Buffer.from(write(token));
        const kept = written.subarray(0, 1 + (place % written.length));
        const masked: Uint8Array[] = [];
        const mask = new BodyMask(new Redactor([token]), (bytes) => masked.push(bytes));
        const cut = middle % (kept.length + 1);
        mask.push(kept.subarray(0, cut), 0);
        mask.push(kept.subarray(cut), 1);
        mask.end(true);
        expect(isReadable(token.slice(0, 5), Buffer.concat(masked).toString())).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['an event', 'event: ping\ndata: {"ts":1}\n\n', 1],
    ['the end of a secret', 'data: hunter2-hunter2\n\n', 1],
    ['the beginning of a secret', 'data: hunter2-hun', 0],
    ['an incomplete escape', 'data: "\\u00', 0],
  ])('passes a chunk at once unless a secret may continue after it: %s', (_what, text, settled) => {
    const masked: Uint8Array[] = [];
    new BodyMask(new Redactor(SECRETS), (bytes) => masked.push(bytes)).push(Buffer.from(text), 0);
    expect(masked).toHaveLength(settled);
  });

  it('never waits forever', () => {
    const masked: Uint8Array[] = [];
    const mask = new BodyMask(new Redactor(SECRETS), (bytes) => masked.push(bytes));
    for (const endless of ['\\', '%25', 'hunter2-', '\\u005c']) {
      masked.length = 0;
      for (let at = 0; at < 5000; at += 1) mask.push(Buffer.from(endless), at);
      expect(masked.length, endless).toBeGreaterThan(20);
    }
  });

  it('is masked to its end if it was cut inside a secret', () => {
    const masked: Uint8Array[] = [];
    const mask = new BodyMask(new Redactor(SECRETS), (bytes) => masked.push(bytes));
    mask.push(Buffer.from('x hunt'), 0);
    mask.push(Buffer.from('er2-'), 1);
    mask.end(true);
    expect(Buffer.concat(masked).toString()).toBe('x ********');
  });
});
