import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutPassages, PASSAGE_LENGTH } from '../../../src/reference/retrieval/cut-passages.ts';
import { anyText } from '../incognito/any-text.ts';

const sentence = 'The shop opens at nine on every day of the week, and closes at six in the evening.';

describe('cutPassages', () => {
  it.each([
    ['nothing', '', []],
    ['blank lines', ' \n\n\t\n', []],
    ['one paragraph', `${sentence}\n`, [sentence]],
    ['two paragraphs', `${sentence}\n\n${sentence}`, [sentence, sentence]],
    ['blank lines with spaces, and CRLF', `${sentence}\r\n \t\r\n\r\n${sentence}`, [sentence, sentence]],
    ['a title', `# Hours\n\n${sentence}`, [`# Hours\n${sentence}`]],
    ['a title at the end', `${sentence}\n\nHours`, [sentence, 'Hours']],
  ])('cuts %s', (_, text, passages) => {
    expect(cutPassages(text)).toEqual(passages);
  });

  it.each([
    ['a sentence', `${'x'.repeat(600)}. ${'y'.repeat(900)}`, `${'x'.repeat(600)}.`],
    ['a line', `${'x. '.repeat(200)}\n${'y'.repeat(900)}`, 'x. '.repeat(200).trim()],
    ['a word', `${'x'.repeat(600)} ${'y'.repeat(900)}`, 'x'.repeat(600)],
    ['the bound', 'x'.repeat(1500), 'x'.repeat(PASSAGE_LENGTH)],
    ['whole characters', `x${'🗼'.repeat(900)}`, `x${'🗼'.repeat(499)}`],
  ])('cuts a long paragraph at the end of %s', (_, text, first) => {
    expect(cutPassages(text)[0]).toBe(first);
  });

  it('loses only blanks, and keeps every passage within its limit', () => {
    const piece = fc.oneof(
      fc.constantFrom('\n', '\n\n', ' ', '. ', 'word', 'x'.repeat(700), '🗼'.repeat(800)),
      anyText,
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const passages = cutPassages(text);
        expect(passages.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        for (const { length } of passages) expect(length).toBeLessThanOrEqual(PASSAGE_LENGTH);
      }),
    );
  });
});
