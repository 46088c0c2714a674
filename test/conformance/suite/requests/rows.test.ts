import { describe, expect, it } from 'vitest';
import { requestMembers } from '../../../../src/conformance/judge/request-members.ts';
import { REFUSED } from '../../../../src/conformance/suite/requests/member-value.ts';
import { nameOf, withMember } from '../../../../src/conformance/suite/requests/request.ts';
import { rowsOf } from '../../../../src/conformance/suite/requests/rows.ts';
import { SITUATIONS } from '../../../../src/conformance/suite/requests/situations.ts';
import { valuesOf } from '../../../../src/conformance/suite/requests/values.ts';

it('the rows of request members include one for each value that must be refused, unless the contract leaves it open', () => {
  const without = requestMembers().flatMap((member) =>
    valuesOf(member)
      .filter(({ kind }) => (REFUSED as readonly string[]).includes(kind))
      .filter((value) => rowsOf(member, value).length === 0)
      .map(({ name }) => `${member.operation} ${nameOf(member)} ${name}`),
  );
  // A send creates a chat that is missing. Whether the limit of the blocking send applies to the stream is open, and so is the answer to a
  // large body.
  expect(without).toEqual([
    'sendMessage chat_id unknown',
    'sendMessage content one-more-beyond-bmp',
    'sendMessage content one-more-combining',
    'streamMessage chat_id unknown',
    'streamMessage content one-more',
    'streamMessage content one-more-beyond-bmp',
    'streamMessage content one-more-combining',
  ]);
});

it('the situations for requests exist for every operation with a parameter, a header or a body', () => {
  const tried = new Set(SITUATIONS.map(({ operation }) => operation));
  const operations = new Set(requestMembers().map(({ operation }) => operation));
  expect([...operations].filter((operation) => !tried.has(operation))).toEqual([]);
});

describe('values of parameters', () => {
  const valuesIn = (operation: string, name: string) =>
    requestMembers()
      .filter((member) => member.operation === operation && nameOf(member) === name)
      .flatMap((member) => valuesOf(member).filter((value) => rowsOf(member, value).length > 0))
      .map(({ name: value, kind }) => `${kind} ${value}`);

  // No statement decides the values that are not listed.
  it.each([
    ['listChats', 'is_favorite', ['default missing', 'taken true', 'taken false']],
    ['listChats', 'page', ['default missing', 'least least', 'taken second']],
    ['listMessages', 'size', ['default missing', 'least least', 'taken second', 'limit most']],
    ['getSkill', 'skill_id', ['unknown unknown', 'mistyped text', 'mistyped fraction', 'mistyped longer']],
    ['sendMessage', 'idempotency-key', ['missing missing']],
    ['streamMessage', 'chat_id', []],
  ])('of %s %s are those that a statement decides', (operation, name, values) => {
    expect(valuesIn(operation, name)).toEqual(values);
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

  it('are within or beyond the limit by every way to count characters (A-42)', () => {
    const values = name === undefined ? [] : valuesOf(name);
    for (const { kind, make } of values) {
      if (kind === 'limit') expect(Math.max(...lengths(String(make(id))))).toBeLessThanOrEqual(255);
      if (kind === 'too-long') expect(Math.min(...lengths(String(make(id))))).toBeGreaterThan(255);
    }
    expect(values.filter(({ kind }) => kind === 'limit' || kind === 'too-long')).toHaveLength(6);
  });
});

describe('a member of a request', () => {
  it.each([
    ['is replaced', { name: 'a' }, ['name'], 7, { name: 7 }],
    ['is removed', { name: 'a', icon: 'b' }, ['name'], undefined, { icon: 'b' }],
    [
      'is created with its parents',
      {},
      ['attachments', 'skill_ids'],
      'one',
      { attachments: { skill_ids: 'one' } },
    ],
    [
      'is an item of a missing list',
      {},
      ['attachments', 'agent_ids', '[]'],
      7,
      { attachments: { agent_ids: [7] } },
    ],
  ])('%s', (_, body, path, value, changed) => {
    expect(withMember({ body }, { in: 'body', path }, value)).toEqual({ body: changed });
  });

  it('is changed in its place only', () => {
    const request = { query: { size: '2' }, header: { 'idempotency-key': 'a' }, body: { page: 1 } };
    expect(withMember(request, { in: 'query', path: ['page'] }, '1')).toEqual({
      ...request,
      query: { size: '2', page: '1' },
    });
    expect(withMember(request, { in: 'header', path: ['idempotency-key'] }, undefined)).toEqual({
      ...request,
      header: {},
    });
  });

  it('is changed in each item, or in the last one', () => {
    const body = { decisions: [{ approved: true }, { approved: true }] };
    const member = { in: 'body', path: ['decisions', '[]', 'approved'] } as const;
    expect(withMember({ body }, member, null)).toEqual({
      body: { decisions: [{ approved: null }, { approved: null }] },
    });
    expect(withMember({ body }, member, null, 'last')).toEqual({
      body: { decisions: [{ approved: true }, { approved: null }] },
    });
  });
});
