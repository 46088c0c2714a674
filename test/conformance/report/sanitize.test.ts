import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeJson, escapeXml, sanitize } from '../../../src/conformance/report/sanitize.ts';

/** Ranges of code points that must not reach a terminal, listed independently of the code under test. */
function isUnsafe(code: number): boolean {
  return (
    code < 0x20 ||
    (code >= 0x7f && code <= 0x9f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069) ||
    (code >= 0xd800 && code <= 0xdfff) ||
    [0x061c, 0x200e, 0x200f, 0x2028, 0x2029, 0xfeff].includes(code)
  );
}

const codesOf = (text: string) => [...text].map((character) => character.codePointAt(0) ?? 0);
const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
});

it.each([
  ['\u001b[31mred\u001b[0m', '\\u001b[31mred\\u001b[0m'],
  ['\u009b2J', '\\u009b2J'],
  ['two\r\nlines\tand a tab', 'two\\u000d\\u000alines\\u0009and a tab'],
  ['\u202eevil', '\\u202eevil'],
  ['\ud800 alone', '\\ud800 alone'],
  ['tag \u{e0041}', 'tag \\udb40\\udc41'],
  ['naïve 東京 👩‍👧 ✓', 'naïve 東京 👩‍👧 ✓'],
])('shows %j as %j', (text, shown) => {
  expect(sanitize(text)).toBe(shown);
});

it('cuts a text that is too long, and marks the cut', () => {
  expect(sanitize('x'.repeat(1000))).toBe(`${'x'.repeat(399)}…`);
  expect(sanitize('abcdef', 4)).toBe('abc…');
});

it('leaves nothing unsafe in any text', () => {
  fc.assert(fc.property(anyText, (text) => !codesOf(sanitize(text)).some(isUnsafe)));
});

it('leaves nothing unsafe in JSON, and does not change its value', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const json = escapeJson(JSON.stringify({ text }, null, 2));
      expect(codesOf(json.replaceAll('\n', '')).some(isUnsafe)).toBe(false);
      expect(JSON.parse(json)).toEqual({ text });
    }),
  );
});

it('escapes markup, and leaves no character that is invalid in XML', () => {
  expect(escapeXml('a<b>&"c"\0\ufffe\n')).toBe('a&lt;b&gt;&amp;&quot;c&quot;\\u0000\\ufffe&#10;');
});
