import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Redactor } from '../../../src/conformance/redaction/redact.ts';
import { anyToken, isReadable, nestedWriting } from './nested-secret.ts';

const character = fc.constantFrom(...'abcXYZ019-._~+/="\\% ä');
const anySecret = fc.string({ unit: character, minLength: 8, maxLength: 40 });
const anyText = fc.string({ unit: fc.constantFrom(...'uvw345{}:, \n€'), maxLength: 60 });

const encodings: readonly [string, (text: string) => string][] = [
  ['as it is', (text) => text],
  ['in JSON', (text) => JSON.stringify(text).slice(1, -1)],
  ['in JSON with escaped slashes', (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/')],
  ['in JSON within JSON', (text) => JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1)],
  ['in percent-encoding', (text) => encodeURIComponent(text)],
  ['in a query', (text) => encodeURIComponent(text).replaceAll('%20', '+')],
  ['in hexadecimal digits', (text) => Buffer.from(text).toString('hex')],
  ['in capital ones', (text) => Buffer.from(text).toString('hex').toUpperCase()],
  ['in those of both cases', (text) => recase(Buffer.from(text).toString('hex'))],
  ['with every character escaped', (text) => escapeUnits(text, '\\', () => true)],
  ['with some characters escaped', (text) => escapeUnits(text, '\\', (index) => index % 3 === 0)],
  ['with escapes within JSON', (text) => escapeUnits(text, '\\\\', (index) => index % 2 === 0)],
  ['with every byte in percent-encoding', percentEncode],
  ['in percent-encoding of both cases', (text) => recase(percentEncode(text))],
  ['in percent-encoding twice', (text) => percentEncode(text).replaceAll('%', '%25')],
  ['in percent-encoding of escapes', (text) => percentEncode(escapeUnits(text, '\\', () => true))],
  ['in escapes of percent-encoding', (text) => escapeUnits(percentEncode(text), '\\', () => true)],
];

/** Changes the case of every other letter. */
function recase(text: string): string {
  return text.replaceAll(/[a-f]/g, (digit, at: number) => (at % 2 === 0 ? digit.toUpperCase() : digit));
}

/** Writes characters as JSON escapes with the given backslashes. Characters that must be escaped always are. */
function escapeUnits(text: string, backslashes: string, isChosen: (index: number) => boolean): string {
  return Array.from({ length: text.length }, (_, index) => {
    const unit = text.charCodeAt(index);
    if (!isChosen(index) && !'"\\'.includes(text[index] ?? '')) return text[index];
    const digits = unit.toString(16).padStart(4, '0');
    return `${backslashes}u${index % 2 === 0 ? digits : digits.toUpperCase()}`;
  }).join('');
}

function percentEncode(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

/** Cuts bytes into pieces at arbitrary places. */
function split(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const cuts = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return cuts.slice(1).map((cut, index) => bytes.subarray(cuts[index], cut));
}

describe('a secret', () => {
  it.each(encodings)('is masked %s at its full length, and nothing else is masked', (_name, encode) => {
    fc.assert(
      fc.property(anySecret, anyText, anyText, (secret, before, after) => {
        const written = encode(secret);
        const masked = new Redactor([secret]).text(before + written + after);
        expect(masked).toBe(before + '*'.repeat(written.length) + after);
      }),
    );
  });

  it.each(encodings)('is masked %s in a body, across piece boundaries', (_name, encode) => {
    fc.assert(
      fc.property(anySecret, anyText, anyText, fc.array(fc.nat()), (secret, before, after, places) => {
        const written = encode(secret);
        const pieces = split(Buffer.from(before + written + after), places);
        const masked = new Redactor([secret]).pieces(pieces);
        expect(masked.map(({ length }) => length)).toEqual(pieces.map(({ length }) => length));
        expect(Buffer.concat(masked).toString()).toBe(
          before + '*'.repeat(Buffer.byteLength(written)) + after,
        );
      }),
    );
  });

  it('is masked in writings that are nested up to four times, and nothing else is', () => {
    fc.assert(
      fc.property(anyToken, nestedWriting, anyText, anyText, (token, write, before, after) => {
        const written = write(token);
        const masked = new Redactor([token]).text(before + written + after);
        expect(masked).toBe(before + '*'.repeat(written.length) + after);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([1, 3, 8])('is masked in percent-encoding that was encoded again, %i times in all', (times) => {
    const written = percentEncode('hunter2-hunter2').replaceAll('%', `%${'25'.repeat(times - 1)}`);
    expect(new Redactor(['hunter2-hunter2']).text(`x${written}x`)).toBe(`x${'*'.repeat(written.length)}x`);
  });

  it('is masked where the body was cut inside it, even inside an escape', () => {
    fc.assert(
      fc.property(anyToken, nestedWriting, anyText, fc.nat(), (token, write, before, place) => {
        const written = Buffer.from(before + write(token));
        const kept = written.subarray(0, 1 + (place % written.length));
        const [masked = new Uint8Array()] = new Redactor([token]).pieces([kept], true);
        expect(masked).toHaveLength(kept.length);
        expect(isReadable(token.slice(0, 5), Buffer.from(masked).toString())).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it('is masked in base64 at any position of the encoded text', () => {
    const anyBytes = fc.uint8Array({ maxLength: 20 });
    fc.assert(
      fc.property(
        anySecret,
        anyBytes,
        anyBytes,
        fc.constantFrom('base64' as const, 'base64url' as const),
        (secret, before, after, encoding) => {
          const encoded = Buffer.concat([before, Buffer.from(secret), after]).toString(encoding);
          const masked = new Redactor([secret]).text(encoded);
          expect(masked).toHaveLength(encoded.length);
          // Only bits that share a character with the neighbours of the secret are left.
          const left = [...masked].filter((one) => one !== '*').length;
          const beside = Math.ceil((before.length * 8) / 6) + Math.ceil((after.length * 8) / 6);
          expect(left).toBeLessThanOrEqual(beside + 4);
        },
      ),
    );
  });

  it('is masked where several secrets overlap', () => {
    fc.assert(
      fc.property(anySecret, fc.nat(7), anySecret, (first, shared, rest) => {
        const second = first.slice(-1 - shared) + rest;
        expect(new Redactor([first, second]).text(first + rest)).toBe('*'.repeat(first.length + rest.length));
      }),
    );
  });

  it('is masked where the text was cut inside it', () => {
    fc.assert(
      fc.property(anySecret, anyText, fc.nat(), (secret, before, place) => {
        const kept = 4 + (place % (secret.length - 4));
        const redactor = new Redactor([secret]);
        expect(redactor.text(`${before}${secret.slice(0, kept)}…`)).toBe(`${before}${'*'.repeat(kept)}…`);
        const body = Buffer.from(before + secret.slice(0, kept));
        const [masked] = redactor.pieces([body], true);
        expect(Buffer.from(masked ?? []).toString()).not.toContain(secret.slice(0, kept));
      }),
    );
  });

  it('is masked each time, even if it overlaps itself', () => {
    expect(new Redactor(['abcabc']).text('x abcabc x abcabcabc x')).toBe('x ****** x ********* x');
  });

  it('is not masked in another letter case', () => {
    expect(new Redactor(['Hunter-2']).text('hunter-2 HUNTER-2')).toBe('hunter-2 HUNTER-2');
  });

  it.each(['💧', '€'])('is masked next to a multi-byte character: %s', (sign) => {
    expect(new Redactor(['hunter2']).text(`${sign}hunter2${sign}`)).toBe(`${sign}*******${sign}`);
    expect(new Redactor([`hunt${sign}r2`]).text(`{hunt${sign}r2}`)).toBe(`{${'*'.repeat(6 + sign.length)}}`);
    const escaped = escapeUnits(`hunt${sign}r2`, '\\', () => true);
    expect(new Redactor([`hunt${sign}r2`]).text(`{${escaped}}`)).toBe(`{${'*'.repeat(escaped.length)}}`);
  });

  it('that is too short is not masked in other text', () => {
    expect(new Redactor(['', 'a', 'abc']).text('abc abc')).toBe('abc abc');
  });

  it('is masked in every string of a value', () => {
    const value = { a: ['xx hunter2 xx', 1, null], b: { c: 'hunter2' } };
    expect(new Redactor(['hunter2']).json(value)).toEqual({
      a: ['xx ******* xx', 1, null],
      b: { c: '*******' },
    });
  });
});
