import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExactDecimal, isSameScalar, numberOf, writeJson } from '../../src/exact-json/exact-number.ts';
import { parseExactly } from '../../src/exact-json/parse-exactly.ts';

/** Texts of numbers, each list of which writes one value. */
const VALUES: readonly (readonly string[])[] = [
  ['0', '-0', '0.0', '0e5', '0e99999999999999999999'],
  ['17', '17.0', '1.7e1', '1.7E+1', '170e-1', '17.0000000000000000000'],
  ['0.1', '0.10', '1e-1', '0.1000000000000000000000'],
  ['0.10000000000000000555', '10000000000000000555e-20'],
  ['9007199254740991', '9007199254740991.0'],
  ['9007199254740992', '9007199254740992.0', '9.007199254740992e15', '90071992547409920e-1'],
  ['9007199254740993', '9007199254740993.0', '9.007199254740993e15', '90071992547409930e-1'],
  ['-9007199254740993', '-9007199254740993.00'],
  ['9007199254740994'],
  ['9223372036854775807', '9.223372036854775807e18'],
  ['1e23', '100000000000000000000000'],
  ['99999999999999991611392'],
  ['1e400', '10e399', '1000e+397'],
  ['1e-400', '0.1e-399'],
  ['5e-324', '50e-325'],
  ['4e-324'],
];

describe('two numbers of JSON', () => {
  it('are the same if, and only if, their exact values are', () => {
    const all = VALUES.flatMap((texts, value) =>
      texts.map((text) => ({ text, value, read: parseExactly(text) })),
    );
    for (const one of all)
      for (const other of all)
        expect([one.text, other.text, isSameScalar(one.read, other.read)]).toEqual([
          one.text,
          other.text,
          one.value === other.value,
        ]);
  });

  it('keep their values when they are written', () => {
    for (const text of VALUES.flat())
      expect(isSameScalar(parseExactly(writeJson(parseExactly(text))), parseExactly(text))).toBe(true);
    expect(writeJson({ id: parseExactly('9007199254740993'), list: [parseExactly('[1e400]')] })).toBe(
      '{"id":9007199254740993,"list":[[1e400]]}',
    );
  });
});

describe('parseExactly', () => {
  it('reads what JSON.parse reads, apart from numbers', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 0, 2), (text, space) => {
        const spelled = JSON.stringify(JSON.parse(text), null, space);
        expect(parseExactly(spelled)).toEqual(JSON.parse(spelled));
      }),
    );
  });

  it.each([':', ',', '[', ' ', '\n', '\t', '\r'])('finds a number after %j', (mark) => {
    const [before, after] = mark === ':' ? ['{"a"', '}'] : mark === '[' ? ['', ']'] : ['[1', ']'];
    const separator = mark === ':' || mark === '[' || mark === ',' ? mark : `,${mark}`;
    expect(writeJson(parseExactly(`${before}${separator}9007199254740993${after}`))).toContain(
      '9007199254740993',
    );
  });

  it('keeps texts that look like numbers, and names of members', () => {
    const text = '{"__proto__":9007199254740993,"a":" 9007199254740995 ","9007199254740997":[{},null]}';
    expect(writeJson(parseExactly(text))).toBe(text);
  });

  it('leaves a number as a `number` wherever that keeps its value', () => {
    const numbers = parseExactly('[17.0, 1.5e300, 0.8234567890123456, 1718000000.123456, 9007199254740992]');
    expect((numbers as unknown[]).map((each) => typeof each)).toEqual(
      Array.from({ length: 5 }, () => 'number'),
    );
  });

  it('gives rules a number to compute with, and no infinity', () => {
    expect(numberOf(parseExactly('1718000000.1234567891'))).toBeCloseTo(1_718_000_000.123, 3);
    expect(numberOf(parseExactly('-1e400'))).toBe(-Number.MAX_VALUE);
    expect(parseExactly('1718000000.1234567891')).toBeInstanceOf(ExactDecimal);
  });

  it.each([
    ['an exponent of too many digits', '[1e9999999999999999]'],
    [
      'a long number that is nested too deeply',
      `${'['.repeat(100_000)}9007199254740993${']'.repeat(100_000)}`,
    ],
  ])('does not keep %s', (_, text) => {
    expect(() => parseExactly(text)).toThrow(expect.objectContaining({ code: 'unkept-number' }));
  });

  it('refuses what is not JSON', () => {
    expect(() => parseExactly('[9007199254740993,]')).toThrow(SyntaxError);
  });
});
