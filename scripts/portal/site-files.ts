import { callsOf } from './contract.ts';
import { keepLinksInside, linkNames, namesOf } from './link-names.ts';
import { llmsText, markdownTwin, sitemap } from './markdown-twin.ts';
import { addressOf, type Page, renderPage } from './page.ts';
import { STEPS } from './pages/index.ts';
import { searchDocuments } from './search-documents.ts';
import { sidebarOf } from './sidebar.ts';
import type { Sources } from './sources.ts';

/** Where a portal is published. */
export interface Place {
  /** The address where it will be published. Without one, it has no sitemap. */
  readonly site?: string | undefined;
  /** Editions of the contract, with the addresses of their portals. The one that is built may be among them. */
  readonly editions?: readonly PublishedEdition[];
}

export interface PublishedEdition {
  readonly version: string;
  /** Ends with a slash. */
  readonly address: string;
}

/** The input of the portal build: text by path, relative to portal/build. */
export type SiteFiles = ReadonlyMap<string, string>;

/** Every page with the names in its text linked. */
export function portalPages(sources: Sources): readonly Page[] {
  const names = namesOf(sources);
  return STEPS.flatMap((step) => step(sources)).map((page) => ({
    ...page,
    body: linkNames(keepLinksInside(page.body, sources.openapi.externalDocs.url), names, addressOf(page)),
  }));
}

/**
 * The files for Astro (`content/`, `sidebar.json`) and those that are published unchanged (`public/`).
 *
 * @param place where the portal will be published, and where other editions are
 */
export function siteFiles(sources: Sources, { site, editions = [] }: Place = {}): SiteFiles {
  const all = portalPages(sources);
  const pages = all.filter(({ isUnlisted }) => !isUnlisted);
  const { openapi } = sources;
  const tags = Map.groupBy(callsOf(openapi), ({ operation }) => operation.tags[0] ?? '');
  return new Map([
    ...all.map((page) => [`content/${page.path || 'index'}.md`, renderPage(page)] as const),
    ['site.json', JSON.stringify(siteOf(openapi.info, editions))],
    [
      'sidebar.json',
      JSON.stringify(
        sidebarOf(
          pages,
          mapValues(tags, (calls) => calls.map(({ id }) => id)),
          sources.roles,
        ),
      ),
    ],
    ...pages.map(markdownTwin).map(([path, text]) => [`public/${path}`, text] as const),
    ['public/search.json', JSON.stringify(searchDocuments(pages))],
    ['public/llms.txt', llmsText(pages, openapi.info.title, pages[0]?.description ?? '')],
    ...(site === undefined ? [] : ([['public/sitemap.xml', sitemap(pages, site)]] as const)),
    ...sources.streams.map(({ name, text }) => [`public/streams/${name}.sse`, text] as const),
  ]);
}

/** What every page shows. The editions begin with the newest, and the one that is built has no address. */
function siteOf({ title, version }: Sources['openapi']['info'], published: readonly PublishedEdition[]) {
  const others = published.filter((edition) => edition.version !== version);
  const editions = [{ version }, ...others].sort((a, b) =>
    b.version.localeCompare(a.version, 'en', { numeric: true }),
  );
  return { title, version, editions };
}

function mapValues<Key, From, To>(map: ReadonlyMap<Key, From>, change: (value: From) => To): Map<Key, To> {
  return new Map([...map].map(([key, value]) => [key, change(value)]));
}
