import MiniSearch from 'minisearch';
import { KINDS, type Kind, type SearchDocument } from './documents.ts';
import { plainName, questionOf, tellingWordsOf } from './words.ts';

/** A page that was found. */
export interface SearchHit extends Pick<SearchDocument, 'path' | 'title' | 'kind' | 'summary'> {
  /** The words of the page that matched the search. */
  readonly terms: ReadonlySet<string>;
}

/** Searches the whole site. The best hit comes first. */
export type SearchIndex = (text: string) => readonly SearchHit[];

const FIELDS = ['title', 'names', 'summary', 'headings', 'words'] as const;
/** A name says more about a page than a word in its text. */
const BOOST = { title: 5, names: 5, summary: 2, headings: 2, words: 0.5 };
/** If a name was typed in full, its page is probably the one that the reader wants. */
const NAMED = 6;
const OPTIONS = {
  boost: BOOST,
  // One typing mistake in a short word, two in a long one.
  fuzzy: (word: string) => (word.length > 3 ? 0.25 : false),
  prefix: (word: string) => word.length > 2,
  weights: { fuzzy: 0.3, prefix: 0.6 },
};

/** Makes the index in pieces, so that the page stays responsive. */
export async function openIndex(documents: readonly SearchDocument[]): Promise<SearchIndex> {
  const index = new MiniSearch<SearchDocument>({
    idField: 'path',
    fields: [...FIELDS],
    storeFields: ['path', 'title', 'kind', 'summary'],
    tokenize: (text) => [...tellingWordsOf(text)],
  });
  await index.addAllAsync(documents, { chunkSize: 50 });
  const names = new Map(
    documents.map(({ path, title, names: others }) => [
      path,
      new Set([title, ...others.split('\n'), path].map(plainName)),
    ]),
  );
  return (text) => {
    const question = questionOf(text);
    if (question.length === 0) return [];
    const asked = plainName(text);
    const ask = (combineWith: 'AND' | 'OR') =>
      index.search(
        {
          combineWith,
          queries: question.map((words) => ({ combineWith: 'OR', queries: [...words] })),
        },
        {
          ...OPTIONS,
          boostDocument: (path: string, _: string, { kind }: { kind?: Kind } = {}) =>
            (kind === undefined ? 1 : KINDS[kind].weight) * (names.get(path)?.has(asked) ? NAMED : 1),
        },
      );
    const all = ask('AND');
    return (all.length > 0 ? all : ask('OR')).map(({ path, title, kind, summary, terms }) => ({
      path,
      title,
      kind,
      summary,
      terms: new Set(terms),
    }));
  };
}
