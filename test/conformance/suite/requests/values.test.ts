import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RequestMember } from '../../../../generated/request-members.d.ts';
import { valuesOf } from '../../../../src/conformance/suite/requests/values.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The texts that a check sends for a member with a limit, by the kind of the value. */
function textsFor(maxLength: number, kind: string): readonly string[] {
  const member: RequestMember = {
    operation: 'updateChat',
    in: 'body',
    path: ['name'],
    type: 'string',
    required: false,
    maxLength,
  };
  return valuesOf(member).flatMap((value) => (value.kind === kind ? [String(value.make(randomUUID()))] : []));
}

/** Also a limit that is shorter than the id by which a check recognises what it sent. */
describe.each([5, 20, 200, 2000])('with a limit of %i characters, a value', (limit) => {
  it.each(['taken', 'limit'])('of the kind %s is within it by every way of counting', (kind) => {
    const texts = textsFor(limit, kind);
    expect(texts).not.toEqual([]);
    for (const text of texts.filter((each) => !each.includes('"')))
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit);
  });

  it('that is too long is so by every way of counting', () => {
    const texts = textsFor(limit, 'too-long');
    expect(texts).not.toEqual([]);
    for (const text of texts) expect([...graphemes.segment(text)].length).toBeGreaterThan(limit);
  });
});
