import type { Kind, SearchDocument } from '../../portal/elements/search/documents.ts';
import { wordsOf } from '../../portal/elements/search/words.ts';
import { markdownTwin } from './markdown-twin.ts';
import { addressOf, type Page, plainText, shorten } from './page.ts';

/** The kind of a page, by its folder. Pages without a folder count as guides. */
const KIND_OF: ReadonlyMap<string, Kind> = new Map([
  ['operations', 'operations'],
  ['events', 'events'],
  ['failures', 'failures'],
  ['schemas', 'schemas'],
  ['open-points', 'open-points'],
  ['requirements', 'requirements'],
  ['conformance', 'requirements'],
  ['decisions', 'decisions'],
]);

/** The headings of a page, and the members that it describes. */
const HEADING = /^(?:##+ (.+)|`([\w.]+)` .*)$/gm;

/** The text of each page in the search index. For the many short pages, their sentence is enough. */
export function searchDocuments(pages: readonly Page[]): readonly SearchDocument[] {
  return pages.map((page) => {
    const [, text] = markdownTwin(page);
    const [folder = '', own = ''] = page.path.split('/');
    return {
      path: addressOf(page).slice(1),
      title: page.title,
      kind: KIND_OF.get(folder) ?? 'guides',
      names: [...new Set([page.label ?? '', own])].filter((name) => name !== '').join('\n'),
      summary: shorten(plainText(page.description)),
      headings: Array.from(text.matchAll(HEADING), ([, heading, member = '']) =>
        plainText(heading ?? member),
      ).join('\n'),
      words: page.isLeaf ? '' : [...new Set(wordsOf(text.replace(/\]\([^)]*\)/g, '')))].join(' '),
    };
  });
}
