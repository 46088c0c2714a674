import { describe, expect, it } from 'vitest';
import { CallAssembly } from '../../../../src/reference/models/openai/calls.ts';
import { nameTools } from '../../../../src/reference/models/openai/names.ts';
import { providerAt } from '../asking.ts';

const NAMES = nameTools([{ name: 'files.read', description: '', parameters: {} }]);

function assemble(...fragments: readonly unknown[]) {
  const calls = new CallAssembly(providerAt('http://provider.example/v1'));
  for (const fragment of fragments) calls.add(fragment);
  return calls.end(NAMES).map(({ call }) => call);
}

/** A fragment of a call. In the format, only the first fragment carries the id and the name. */
const fragment = (
  index: number | undefined,
  id: string | undefined,
  name: string | undefined,
  text = '',
) => ({
  ...(index !== undefined && { index }),
  ...(id !== undefined && { id }),
  function: { ...(name !== undefined && { name }), arguments: text },
});

describe('calls', () => {
  it.each<[string, unknown[], unknown[]]>([
    [
      'are told apart by their index when their fragments are interleaved',
      [
        fragment(0, 'a', 'one', '{"x'),
        fragment(1, 'b', 'two', '{"y'),
        fragment(0, undefined, undefined, '":1}'),
        fragment(1, undefined, undefined, '":2}'),
      ],
      [
        { id: 'a', name: 'one', input: { x: 1 } },
        { id: 'b', name: 'two', input: { y: 2 } },
      ],
    ],
    [
      'keep the order in which they began',
      [fragment(1, 'b', 'two', '{}'), fragment(0, 'a', 'one', '{}')],
      [
        { id: 'b', name: 'two', input: {} },
        { id: 'a', name: 'one', input: {} },
      ],
    ],
    ['may have no arguments', [fragment(0, 'a', 'one')], [{ id: 'a', name: 'one', input: {} }]],
    [
      'may repeat their id and name with each fragment',
      [fragment(0, 'a', 'one', '{"x"'), fragment(0, 'a', 'one', ':1}')],
      [{ id: 'a', name: 'one', input: { x: 1 } }],
    ],
    [
      'may arrive with their name in pieces',
      [
        fragment(0, 'a', 'get'),
        fragment(0, undefined, '_wea'),
        fragment(0, undefined, 'ther'),
        fragment(0, undefined, undefined, '{}'),
      ],
      [{ id: 'a', name: 'get_weather', input: {} }],
    ],
    [
      'may repeat a name after its pieces',
      [fragment(0, 'a', 'get'), fragment(0, 'a', '_it'), fragment(0, 'a', 'get_it', '{}')],
      [{ id: 'a', name: 'get_it', input: {} }],
    ],
    [
      'use the tool name of this server for a name in pieces',
      [fragment(0, 'a', 'files'), fragment(0, undefined, '_read', '{}')],
      [{ id: 'a', name: 'files.read', input: {} }],
    ],
    [
      'may arrive whole, without an index',
      [fragment(undefined, 'a', 'one', '{"x":1}'), fragment(undefined, 'b', 'two', '{}')],
      [
        { id: 'a', name: 'one', input: { x: 1 } },
        { id: 'b', name: 'two', input: {} },
      ],
    ],
    [
      'may arrive whole, all with the same index',
      [fragment(0, 'a', 'one', '{"x":1}'), fragment(0, 'b', 'two', '{}')],
      [
        { id: 'a', name: 'one', input: { x: 1 } },
        { id: 'b', name: 'two', input: {} },
      ],
    ],
    [
      'may have an object for arguments instead of its JSON',
      [{ index: 0, id: 'a', function: { name: 'one', arguments: { x: { y: 1 } } } }],
      [{ id: 'a', name: 'one', input: { x: { y: 1 } } }],
    ],
    [
      'may leave members out as null',
      [{ index: null, id: 'a', function: { name: 'one', arguments: null } }],
      [{ id: 'a', name: 'one', input: {} }],
    ],
    [
      'use the tool name of this server',
      [fragment(0, 'a', 'files_read', '{}')],
      [{ id: 'a', name: 'files.read', input: {} }],
    ],
  ])('%s', (_what, fragments, calls) => {
    expect(assemble(...fragments)).toEqual(calls);
  });

  it.each<[string, unknown[]]>([
    ['have none', [fragment(0, '', 'one'), fragment(1, undefined, 'two')]],
    ['share one', [fragment(0, 'a', 'one'), fragment(1, 'a', 'two')]],
    ['have endless ones', [fragment(0, 'a'.repeat(300), 'one'), fragment(1, 'b'.repeat(300), 'two')]],
  ])('get unique ids when they %s', (_what, fragments) => {
    const calls = assemble(...fragments);
    expect(calls.map(({ name }) => name)).toEqual(['one', 'two']);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
    expect(calls.map(({ id }) => id.length)).toSatisfy((lengths: number[]) =>
      lengths.every((length) => length >= 1 && length <= 256),
    );
  });

  it.each<[string, unknown[], string]>([
    ['not an object', [null], 'not an object'],
    ['no name', [fragment(0, 'a', undefined, '{}')], 'without a usable name'],
    ['an endless name', [fragment(0, 'a', 'x'.repeat(257), '{}')], 'without a usable name'],
    [
      'an endless name in pieces',
      Array.from({ length: 200 }, (_, index) => fragment(0, 'a', `x${index}`, '')),
      'without a usable name',
    ],
    ['half of its arguments', [fragment(0, 'a', 'one', '{"x":')], 'not JSON'],
    ['a list for arguments', [fragment(0, 'a', 'one', '[1]')], 'not an object'],
    ['a number for arguments', [fragment(0, 'a', 'one', '1')], 'not an object'],
    [
      'arguments in two objects',
      [
        { index: 0, id: 'a', function: { name: 'one', arguments: { x: 1 } } },
        { index: 0, function: { arguments: { y: 2 } } },
      ],
      'not JSON',
    ],
    [
      'an object for arguments without a floor',
      [
        {
          index: 0,
          id: 'a',
          function: {
            name: 'one',
            arguments: JSON.parse(`{"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`),
          },
        },
      ],
      'levels',
    ],
    ...Object.entries({
      index: [{ index: '0', id: 'a', function: { name: 'one', arguments: '{}' } }],
      id: [{ index: 0, id: 7, function: { name: 'one', arguments: '{}' } }],
      function: [{ index: 0, id: 'a', name: 'one', function: '{}' }],
      name: [{ index: 0, id: 'a', function: { name: ['one'], arguments: '{}' } }],
    }).map(([member, fragments]): [string, unknown[], string] => [
      `a ${member} of another type`,
      fragments,
      `a member \`${member}\``,
    ]),
    ...[7, true, [], ['{}']].map((given): [string, unknown[], string] => [
      `${JSON.stringify(given)} for the text of its arguments`,
      [{ index: 0, id: 'a', function: { name: 'one', arguments: given } }],
      'a member `arguments` that is not a text',
    ]),
    [
      'arguments without a floor',
      [fragment(0, 'a', 'one', `{"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)],
      'levels',
    ],
    ['endless arguments', [fragment(0, 'a', 'one', ' '.repeat(1024 * 1024 + 1))], 'characters of arguments'],
    [
      'too many other calls next to it',
      Array.from({ length: 65 }, (_, index) => fragment(index, `c${index}`, 'one')),
      'more than 64',
    ],
  ])('fail when one has %s', (_what, fragments, message) => {
    expect(() => assemble(...fragments)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(message),
        facts: expect.objectContaining({ failureKind: 'invalid_reply', isOutage: true }),
      }),
    );
  });

  it('may number 64 at once', () => {
    const fragments = Array.from({ length: 64 }, (_, index) => fragment(index, `c${index}`, 'one'));
    expect(assemble(...fragments)).toHaveLength(64);
  });
});
