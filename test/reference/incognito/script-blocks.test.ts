import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitAtScripts, withoutScripts } from '../../../src/reference/incognito/script-blocks.ts';

const scriptsOf = (text: string) =>
  splitAtScripts(text).flatMap(({ script }) => (script === undefined ? [] : [script]));

describe('splitAtScripts', () => {
  it.each([
    ['```script\n[1]\n```', ['\n[1]\n']],
    ['before\n```script\n[1]\n```\nafter', ['\n[1]\n']],
    ['```script\r\n[1]\r\n```\r\nafter', ['\r\n[1]\r\n']],
    [' \t```` script \n[1]\n\t```', ['\n[1]\n']],
    ['```script\n```', ['\n']],
    ['```script\n[1]\n```\n```script\n[2]\n```', ['\n[1]\n', '\n[2]\n']],
    ['```script\nnever closed\n```script\n[2]\n```', ['\n[2]\n']],
    ['```\n```script\n[1]\n```', ['\n[1]\n']],
  ])('finds the scripts of %j', (text, scripts) => {
    expect(scriptsOf(text)).toEqual(scripts);
  });

  it.each([
    '',
    'script',
    '```script\nnever closed',
    '```script [1]\n```',
    '```scripts\n[1]\n```',
    '```json\n[1]\n```',
    'x ```script\n[1]\n```',
    '``script\n[1]\n``',
  ])('finds none in %j', (text) => {
    expect(scriptsOf(text)).toEqual([]);
    expect(withoutScripts(text)).toBe(text);
  });

  it('can be joined back to the text', () => {
    const line = fc.oneof(
      fc.constantFrom('```script\n', '```\n', '````\n', '  ```script\r\n', '[]\n', '`', '\n'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const text = lines.join('');
        expect(
          splitAtScripts(text)
            .map((stretch) => stretch.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });

  it.each(['`', '```script\n', '```\n', ' ', '```script ', '\n'])(
    'reads 64,000 characters of %j',
    (piece) => {
      const text = piece.repeat(Math.floor(64_000 / piece.length));
      expect(
        splitAtScripts(text)
          .map((stretch) => stretch.text)
          .join(''),
      ).toBe(text);
    },
  );
});

it('withoutScripts keeps the surrounding text', () => {
  expect(withoutScripts('before\n```script\n[1]\n```\nafter')).toBe('before\n\nafter');
});
