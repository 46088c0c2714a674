import { describe, expect, it } from 'vitest';
import { NotJsonError } from '../../../../src/conformance/judge/json-structure.ts';
import { KeptText } from '../../../../src/conformance/recordings/json/kept-text.ts';
import { JsonPruner, type Shape } from '../../../../src/conformance/recordings/json/pruner.ts';

const SHAPE: Shape = {
  members: {
    list: {
      isPassedOn: true,
      items: { members: { id: 'scalar', text: 'text', tags: { items: 'scalar' } } },
    },
    version: 'scalar',
  },
};
const MOST = 1024;

interface Passed {
  readonly item: unknown;
  readonly lack: string | undefined;
}

/** Reads the texts now, since they can be read only until the item is passed on. */
function readTexts(value: unknown): unknown {
  if (value instanceof KeptText) return Buffer.concat([...value.pieces()]).toString();
  if (Array.isArray(value)) return value.map(readTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, readTexts(member)]));
}

function prune(text: string | Uint8Array, length = Number.POSITIVE_INFINITY) {
  const passed: Passed[] = [];
  const pruner = new JsonPruner(SHAPE, (item, _, lack) => passed.push({ item: readTexts(item), lack }), MOST);
  const bytes = Buffer.from(text as string);
  for (let at = 0; at < bytes.length; at += Math.min(length, bytes.length))
    pruner.push(bytes.subarray(at, at + length));
  return { root: pruner.end(), passed };
}

describe('pruning', () => {
  const DOCUMENT = {
    version: 'é1',
    other: [{ id: [1, { deep: '"' }] }],
    list: [
      { id: 1, text: 'first "one"\n😀', tags: ['a', true, null, 1.5], more: { text: 'no' } },
      { text: 7, tags: 'none', id: { id: 2 } },
      [],
      'x',
      { id: '__proto__', __proto: 1 },
    ],
  };

  it.each([1, 2, 3, 7, 64, 1000])('keeps the parts of the shape, in pieces of %d bytes', (length) => {
    const { root, passed } = prune(JSON.stringify(DOCUMENT), length);
    expect(root).toEqual({ version: 'é1', list: [] });
    expect(passed.map(({ item }) => item)).toEqual([
      { id: 1, text: 'first "one"\n😀', tags: ['a', true, null, 1.5] },
      { text: 7, tags: '', id: {} },
      [],
      '',
      { id: '__proto__' },
    ]);
    expect(passed.map(({ lack }) => lack)).toEqual(DOCUMENT.list.map(() => undefined));
  });

  it.each([
    ['a text', JSON.stringify('t'.repeat(2 * MOST)), 'text'],
    ['a list', JSON.stringify(Array.from({ length: 50 }, () => 1)), 'tags'],
  ])('reports that %s is too large, and is ready for the next item', (_, value, member) => {
    const { passed } = prune(`{"list":[{"id":1,"${member}":${value}},{"id":2,"text":"small"}]}`);
    expect(passed.map(({ lack }) => lack)).toEqual(['it takes more than 1024 bytes', undefined]);
    expect(passed[1]?.item).toEqual({ id: 2, text: 'small' });
  });

  it('counts each item separately', () => {
    const item = { id: 1, text: 't'.repeat(MOST / 4), tags: [1, 2] };
    const { passed } = prune(JSON.stringify({ list: Array.from({ length: 20 }, () => item) }));
    expect(passed).toEqual(Array.from({ length: 20 }, () => ({ item, lack: undefined })));
  });

  it('reports that a scalar is too long', () => {
    const { passed } = prune(`{"list":[{"id":"${'i'.repeat(70_000)}"}]}`);
    expect(passed[0]?.lack).toBe('it has a text of more than 65536 bytes');
  });

  it.each([
    '',
    '{',
    '{"version":}',
    '{"version" 1}',
    '{"version":1,}',
    '[1,]',
    '[}',
    '{"list":[1 2]}',
    '{1:2}',
    '"open',
    'nul',
    '{} {}',
    '{"list":[{"id":"\\x"}]}',
  ])('refuses %j', (text) => {
    expect(() => prune(text)).toThrow(NotJsonError);
    expect(() => prune(text, 1)).toThrow(NotJsonError);
  });

  it('refuses a short string that is not UTF-8', () => {
    expect(() => prune(Buffer.from('{"version":"\xff"}', 'latin1'))).toThrow(
      'the string at byte 11 is damaged',
    );
  });

  it('uses no memory for depth', () => {
    const depth = 200_000;
    expect(prune(`{"deep":${'['.repeat(depth)}${']'.repeat(depth)},"version":1}`).root).toEqual({
      version: 1,
    });
  });
});
