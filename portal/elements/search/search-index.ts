import { element } from '../element.ts';

/** A page, or a chapter of one, that was found. */
export interface SearchHit {
  readonly address: string;
  readonly title: string;
  /** What kind of page it is: the folder that it is in. */
  readonly kind: string;
  /** The words around what was found, which is marked. */
  readonly excerpt: readonly Node[];
}

/** Searches the whole site. */
export type SearchIndex = (
  words: string,
) => Promise<{ readonly total: number; readonly hits: readonly SearchHit[] }>;

/** The parts that are used of what Pagefind writes beside the site. */
interface Pagefind {
  options(options: object): Promise<void>;
  search(words: string): Promise<{ readonly results: readonly { data(): Promise<Fragment> }[] }>;
}

interface Fragment {
  readonly url: string;
  /** HTML that Pagefind escaped, in which the words found are marked. */
  readonly excerpt: string;
  readonly meta: { readonly title?: string };
}

/** Hits that are shown. More are found with more words. */
const MOST_HITS = 20;

/** Title and rare words count more than the length of a page: most pages are about one name. */
const RANKING = { pageLength: 0.1, termFrequency: 0.1, termSaturation: 2, termSimilarity: 9 };

/** Loads the index that was built with the site. @throws when it cannot be loaded */
export async function openIndex(root: URL): Promise<SearchIndex> {
  const pagefind = (await import(new URL('pagefind/pagefind.js', root).href)) as Pagefind;
  await pagefind.options({ baseUrl: root.pathname, ranking: RANKING });
  return async (words) => {
    const { results } = await pagefind.search(words);
    const found = await Promise.all(results.slice(0, MOST_HITS).map((result) => result.data()));
    return { total: results.length, hits: found.map((fragment) => readHit(fragment, root)) };
  };
}

function readHit({ url, excerpt, meta }: Fragment, root: URL): SearchHit {
  const { pathname, href } = new URL(url, root);
  const [kind = ''] = pathname.slice(root.pathname.length).split('/');
  return { address: href, title: meta.title ?? pathname, kind, excerpt: readExcerpt(excerpt) };
}

/** Text and marks; everything else that the HTML could contain is text. */
function readExcerpt(html: string): readonly Node[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return [...body.childNodes].map((node) => {
    const text = node.textContent ?? '';
    return node.nodeName === 'MARK' ? element('mark', {}, text) : new Text(text);
  });
}
