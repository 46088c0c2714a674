import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LibraryFile } from '../../../src/reference/directory/types.ts';
import { indexFiles } from '../../../src/reference/retrieval/full-text.ts';
import type { SearchScope } from '../../../src/reference/retrieval/retrieval.ts';
import { anyText } from '../incognito/any-text.ts';

const files: readonly LibraryFile[] = [
  {
    id: 11,
    libraryId: 1,
    name: 'opening-hours.md',
    text: `# Opening hours

On public holidays the shop opens at ten in the morning and closes at four in the afternoon.

On all other days it opens at nine in the morning, and closes at six in the evening.`,
  },
  {
    id: 12,
    libraryId: 1,
    name: 'deliveries.md',
    text: 'A supplier that delivers late is reminded after three days, and asked for a new date in writing.',
  },
  {
    id: 21,
    libraryId: 2,
    name: 'returns.md',
    text: 'Books can be returned within thirty days. On public holidays nobody takes returned books back.',
  },
  { id: 22, libraryId: 2, name: 'empty.md', text: '' },
];

const ALL: SearchScope = { libraryIds: [1, 2], fileIds: [] };

function search(query: string, scope = ALL, limit = 10, among: Iterable<LibraryFile> = files) {
  const retrieval = indexFiles(among);
  try {
    return retrieval.search(query, scope, limit);
  } finally {
    retrieval.close();
  }
}

const namesOf = (passages: ReturnType<typeof search>) => passages.map(({ fileName }) => fileName);

describe('indexFiles', () => {
  it.each([
    ['Which supplier was late?', 'deliveries.md'],
    ['delivering', 'deliveries.md'],
    ['HOLIDAY', 'returns.md'],
    ['opening hours', 'opening-hours.md'],
    ['rétürned', 'returns.md'],
  ])('finds %j first in %s', (query, name) => {
    expect(namesOf(search(query))[0]).toBe(name);
  });

  it('returns the source and the text of a passage', () => {
    expect(search('supplier')).toEqual([
      {
        libraryId: 1,
        fileId: 12,
        fileName: 'deliveries.md',
        text: 'A supplier that delivers late is reminded after three days, and asked for a new date in writing.',
        score: expect.any(Number),
      },
    ]);
  });

  it.each([
    ['nothing', { libraryIds: [], fileIds: [] }, []],
    ['a library', { libraryIds: [2], fileIds: [] }, ['returns.md']],
    ['a file', { libraryIds: [], fileIds: [11] }, ['opening-hours.md']],
    [
      'a library and a file of another',
      { libraryIds: [2], fileIds: [11] },
      ['opening-hours.md', 'returns.md'],
    ],
    ['a library and a file of it', { libraryIds: [2], fileIds: [21] }, ['returns.md']],
    ['what does not exist', { libraryIds: [9], fileIds: [99] }, []],
  ])('finds nothing outside of its scope: %s', (_, scope, names) => {
    expect(namesOf(search('public holidays', scope)).sort()).toEqual(names);
  });

  it('returns the best passages first, with scores above 0 and at most 1', () => {
    const scores = search('On public holidays, who takes returned books back late?').map(
      ({ score }) => score,
    );

    expect(scores.length).toBeGreaterThan(2);
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
    for (const score of scores) {
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  });

  it('keeps the order of the files for equally good passages', () => {
    const alike = [5, 3, 4].map((id) => ({ id, libraryId: 1, name: `${id}`, text: 'The same words.' }));

    expect(namesOf(search('words', ALL, 10, alike))).toEqual(['5', '3', '4']);
  });

  it.each([
    [1, 1],
    [1.9, 1],
    [2, 2],
    [Number.POSITIVE_INFINITY, 4],
    [0, 0],
    [-1, 0],
    [Number.NaN, 0],
  ])('with a limit of %d returns %d passages', (limit, count) => {
    expect(search('in on after', ALL, limit)).toHaveLength(count);
  });

  it('reads no text before the first search', () => {
    const unread = {
      id: 1,
      libraryId: 1,
      name: 'unread',
      get text(): string {
        throw new Error('it was read');
      },
    };

    const retrieval = indexFiles([unread]);

    expect(retrieval.search('words', { libraryIds: [], fileIds: [] }, 5)).toEqual([]);
    expect(() => retrieval.search('words', ALL, 5)).toThrow('it was read');
    retrieval.close();
  });

  it('can be closed before a search, and twice', () => {
    const retrieval = indexFiles(files.values());
    retrieval.close();
    expect(retrieval.search('supplier', ALL, 5)).toHaveLength(1);
    retrieval.close();
    retrieval.close();
  });

  it('returns texts unchanged, even if they are not well-formed Unicode', () => {
    const text = 'half a \ud800 pair, a \0 and a supplier';

    expect(search('supplier', ALL, 5, [{ id: 1, libraryId: 1, name: 'odd', text }])).toMatchObject([
      { text },
    ]);
  });

  it.each([
    ['quotes', '"'.repeat(64_000)],
    ['operators', 'AND OR NOT NEAR( ) * : ^ - + { } '],
    ['NUL', 'supplier\0"'.repeat(6400)],
    ['lone surrogates', '\ud800\udc00\ud800 '.repeat(16_000)],
    ['emoji', '👩‍👩‍👧🏽'.repeat(6000)],
    ['marks', '\u0301'.repeat(64_000)],
    ['one long word', 'x'.repeat(64_000)],
    ['many words', Array.from({ length: 12_000 }, (_, index) => index).join(' ')],
    ['backticks', '`'.repeat(64_000)],
    ['fences', '```script\n'.repeat(6400)],
    ['columns', 'words: passage file library'],
    ['SQL', `'; DROP TABLE places; --`],
  ])('survives a prompt of %s', (_, prompt) => {
    const retrieval = indexFiles(files);

    expect(() => retrieval.search(prompt, ALL, 5)).not.toThrow();
    expect(retrieval.search('supplier', ALL, 5)).toHaveLength(1);
    retrieval.close();
  });

  it('survives any prompt', () => {
    const retrieval = indexFiles(files);
    fc.assert(
      fc.property(anyText, (prompt) => {
        for (const { score } of retrieval.search(prompt, ALL, 5)) expect(score).toBeGreaterThan(0);
      }),
    );
    retrieval.close();
  });
});
