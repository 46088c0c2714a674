import { describe, expect, it } from 'vitest';
import { requestMembers } from '../../../../src/conformance/judge/request-members.ts';
import { nameOf, withMember } from '../../../../src/conformance/suite/requests/members.ts';
import { rowOf } from '../../../../src/conformance/suite/requests/rows.ts';
import { valuesOf } from '../../../../src/conformance/suite/requests/values.ts';

/** Kinds of values of which a statement says that they are refused. */
const REFUSED = ['missing', 'too-long', 'empty'];

describe('the rows of request members', () => {
  it('name one for each value that must be refused, unless it is open', () => {
    const without = requestMembers().flatMap((member) =>
      valuesOf(member)
        .filter((value) => REFUSED.includes(value.kind) && rowOf(member, value) === undefined)
        .map(({ name }) => `${member.operation} ${nameOf(member)} ${name}`),
    );
    // Whether the stream has the limit of the blocking send is open.
    expect(without).toEqual([
      'streamMessage content one-more',
      'streamMessage content one-more-beyond-bmp',
      'streamMessage content one-more-combining',
    ]);
  });
});

describe('values at a limit', () => {
  const [name] = requestMembers().filter(
    (member) => member.operation === 'createSkill' && nameOf(member) === 'name',
  );
  const id = 'b3b0c0f0-0000-4000-8000-000000000001';
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const lengths = (text: string) => [
    text.length,
    [...text].length,
    Buffer.byteLength(text),
    [...segmenter.segment(text)].length,
  ];

  it('are within it or beyond it by every count of characters (A-42)', () => {
    const values = name === undefined ? [] : valuesOf(name);
    for (const { kind, make } of values) {
      if (kind === 'limit') expect(Math.max(...lengths(String(make(id))))).toBeLessThanOrEqual(255);
      if (kind === 'too-long') expect(Math.min(...lengths(String(make(id))))).toBeGreaterThan(255);
    }
    expect(values.filter(({ kind }) => kind === 'limit' || kind === 'too-long')).toHaveLength(6);
  });
});

describe('a member of a body', () => {
  it.each([
    ['is replaced', { name: 'a' }, ['name'], 7, { name: 7 }],
    ['is removed', { name: 'a', icon: 'b' }, ['name'], undefined, { icon: 'b' }],
    [
      'is made with what leads to it',
      {},
      ['attachments', 'skill_ids'],
      'one',
      { attachments: { skill_ids: 'one' } },
    ],
    [
      'is an item of a list that is not there',
      {},
      ['attachments', 'agent_ids', '[]'],
      7,
      { attachments: { agent_ids: [7] } },
    ],
  ])('%s', (_, body, path, value, changed) => {
    expect(withMember(body, path, value)).toEqual(changed);
  });

  it('is changed in each item, or in the last one', () => {
    const body = { decisions: [{ approved: true }, { approved: true }] };
    const path = ['decisions', '[]', 'approved'];
    expect(withMember(body, path, null)).toEqual({ decisions: [{ approved: null }, { approved: null }] });
    expect(withMember(body, path, null, 'last')).toEqual({
      decisions: [{ approved: true }, { approved: null }],
    });
  });
});
