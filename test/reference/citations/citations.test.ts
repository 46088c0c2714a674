import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { citationsIn, citedAgents } from '../../../src/reference/citations/citations.ts';
import { anyText } from '../incognito/any-text.ts';

describe('citationsIn', () => {
  it.each([
    ['Use {{library:9}}.', ['{{library:9}}']],
    ['{{file:2}}{{agent:21}} and {{my-own_type:3}}', ['{{file:2}}', '{{agent:21}}', '{{my-own_type:3}}']],
    ['{{{agent:5}}}', ['{{agent:5}}']],
    ['{{{{agent:5}}', ['{{agent:5}}']],
    ['{{a:{{agent:5}}', ['{{agent:5}}']],
    ['```\n{{agent:5}}\n```', ['{{agent:5}}']],
    ['{{agent:999999999999999}}', ['{{agent:999999999999999}}']],
  ])('finds the citations of %j in order', (text, citations) => {
    expect(citationsIn(text).map((citation) => citation.text)).toEqual(citations);
  });

  it.each([
    'no braces',
    '{{agent}}',
    '{{agent:}}',
    '{{:5}}',
    '{{agent:5}',
    '{agent:5}',
    '{{ agent:5 }}',
    '{{agent: 5}}',
    '{{agent:-5}}',
    '{{agent:5.0}}',
    '{{agent:５}}',
    '{{agent:five}}',
    '{{ag3nt:5}}',
    '{{agent:1000000000000000}}',
    `{{${'a'.repeat(33)}:5}}`,
    '{\n{agent:5}}',
  ])('treats %j as plain text', (text) => {
    expect(citationsIn(text)).toEqual([]);
  });

  it('returns type and id, and each resource only once', () => {
    expect(citationsIn('{{file:7}} {{skill:7}} {{file:7}} {{file:007}}')).toEqual([
      { text: '{{file:7}}', type: 'file', id: 7 },
      { text: '{{skill:7}}', type: 'skill', id: 7 },
    ]);
  });

  it.each(['{', '{{a', '{{agent:', '{{agent:1', '{{agent:1}'])('reads 64,000 characters of %j', (piece) => {
    expect(citationsIn(piece.repeat(64_000 / piece.length))).toEqual([]);
  });

  it('finds every citation in any surrounding text', () => {
    const type = fc.string({ unit: fc.constantFrom('a', 'Z', '_', '-'), minLength: 1, maxLength: 32 });
    const text = anyText.map((each) => each.replace(/[{}]/g, ''));
    fc.assert(
      fc.property(type, fc.nat(), text, text, (word, id, before, after) => {
        const cited = `{{${word}:${id}}}`;
        expect(citationsIn(before + cited + after)).toEqual([{ text: cited, type: word, id }]);
      }),
    );
  });
});

it.each([
  ['Ask {{agent:21}} and {{agent:3}}.', [21, 3]],
  ['{{agent:21}} {{agent:21}} {{agent:021}}', [21]],
  ['{{agent:0}} {{agent:000}} {{Agent:4}} {{library:5}}', []],
  ['', []],
])('citedAgents of %j', (content, ids) => {
  expect(citedAgents(content)).toEqual(ids);
});
