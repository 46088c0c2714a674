import { expect, it } from 'vitest';
import { OPAQUE_LIMITS, OpaqueMembers } from '../../../../src/reference/models/openai/opaque-members.ts';

function assemble(...pieces: readonly Record<string, unknown>[]) {
  const opaque = new OpaqueMembers();
  expect(pieces.map((piece) => opaque.add(piece))).toEqual(pieces.map(() => true));
  return opaque.members;
}

it.each<[string, Record<string, unknown>[], unknown]>([
  [
    'keeps a member that arrives in one piece',
    [{ a: 'x', b: [1], c: { d: true } }],
    { a: 'x', b: [1], c: { d: true } },
  ],
  ['continues strings', [{ a: 'x' }, { a: 'y' }, { a: '' }, { a: 'x' }], { a: 'xyx' }],
  ['merges objects', [{ a: { b: 'x' } }, { a: { b: 'y', c: 1 } }], { a: { b: 'xy', c: 1 } }],
  [
    'replaces numbers and booleans',
    [
      { a: 1, b: true },
      { a: 2, b: false },
    ],
    { a: 2, b: false },
  ],
  ['keeps a known value when a null arrives', [{ a: 'x' }, { a: null }], { a: 'x' }],
  ['keeps no null', [{ a: null }], {}],
  ['keeps an empty string', [{ a: '' }], { a: '' }],
  ['keeps the later of two types', [{ a: 'x' }, { a: [1] }], { a: [1] }],
  ['lengthens lists', [{ a: [1] }, { a: ['x'] }], { a: [1, 'x'] }],
  [
    'keeps elements without an index apart',
    [{ a: [{ t: 'x' }] }, { a: [{ t: 'y' }] }],
    { a: [{ t: 'x' }, { t: 'y' }] },
  ],
  [
    'continues elements with the same index, without doubling their names',
    [
      { a: [{ type: 'text', format: 'v1', index: 0, text: 'x' }] },
      { a: [{ type: 'text', format: 'v1', index: 1, text: 'z' }] },
      { a: [{ type: 'text', format: 'v1', index: 0, text: 'y', signature: 's' }] },
    ],
    {
      a: [
        { type: 'text', format: 'v1', index: 0, text: 'xy', signature: 's' },
        { type: 'text', format: 'v1', index: 1, text: 'z' },
      ],
    },
  ],
  [
    'keeps elements of different types apart',
    [{ a: [{ type: 'text', index: 0, text: 'x' }] }, { a: [{ type: 'encrypted', index: 0, data: 'y' }] }],
    {
      a: [
        { type: 'text', index: 0, text: 'x' },
        { type: 'encrypted', index: 0, data: 'y' },
      ],
    },
  ],
])('%s', (_what, pieces, members) => {
  expect(assemble(...pieces)).toEqual(members);
});

it('keeps a member named like the prototype, and changes no other object', () => {
  const piece = JSON.parse('{"__proto__": {"polluted": "yes"}}');
  expect(JSON.stringify(assemble(piece))).toBe('{"__proto__":{"polluted":"yes"}}');
  expect('polluted' in {}).toBe(false);
});

it('refuses members that are too long or too deep', () => {
  const opaque = new OpaqueMembers();
  const half = { a: 'x'.repeat(OPAQUE_LIMITS.characters / 2) };
  expect([opaque.add(half), opaque.add(half)]).toEqual([true, false]);
  const deep = JSON.parse(`{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`);
  expect(new OpaqueMembers().add(deep)).toBe(false);
});
