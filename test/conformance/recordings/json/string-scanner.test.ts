import { expect, it } from 'vitest';
import { StringScanner } from '../../../../src/conformance/recordings/json/string-scanner.ts';

interface Scanned {
  readonly outside: string;
  readonly strings: readonly string[];
}

/** Scans a text in pieces of one length. */
function scan(text: string, length: number): Scanned {
  let outside = '';
  const strings: string[] = [];
  const scanner = new StringScanner({
    outside: (bytes) => {
      outside += Buffer.from(bytes).toString('latin1');
    },
    openString: () => strings.push(''),
    inString: (bytes) => {
      strings.push(`${strings.pop()}${Buffer.from(bytes).toString('latin1')}`);
    },
  });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += length) scanner.push(bytes.subarray(at, at + length));
  return { outside, strings };
}

const CASES: readonly (readonly [string, Scanned])[] = [
  ['{"a":1}', { outside: '{"":1}', strings: ['a'] }],
  ['["",""]', { outside: '["",""]', strings: ['', ''] }],
  ['["a\\"b","c\\\\"]', { outside: '["",""]', strings: ['a\\"b', 'c\\\\'] }],
  ['["\\\\\\"",true]', { outside: '["",true]', strings: ['\\\\\\"'] }],
  ['"never closed', { outside: '"', strings: ['never closed'] }],
  ['[-1.5e+3, 20]', { outside: '[-1.5e+3, 20]', strings: [] }],
];

it.each(CASES)('extracts the strings from %s, wherever the pieces end', (text, expected) => {
  for (let length = 1; length <= text.length; length += 1) expect(scan(text, length)).toEqual(expected);
});

it.each([1, 7, 999, 1000, 1001, 5000])('shortens an endless number that comes in pieces of %d', (length) => {
  const { outside, strings } = scan(`[${'1'.repeat(4000)}, "a", ${'2'.repeat(900)}]`, length);
  expect(outside).toBe(`[${'1'.repeat(1000)}0, "", ${'2'.repeat(900)}]`);
  expect(strings).toEqual(['a']);
});
