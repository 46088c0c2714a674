/** One page of the portal, in Markdown. Links to other pages begin with `/` and have no base path. */
export interface Page {
  /** Path below the site, without slashes around it: `operations/streamMessage`. The start page has none. */
  readonly path: string;
  readonly title: string;
  /** One sentence for search engines, llms.txt and the lists of pages. */
  readonly description: string;
  readonly body: string;
  /** Name in the sidebar and in lists, if it differs from the title. */
  readonly label?: string;
  /** A word next to the name in the sidebar. */
  readonly badge?: string;
  /** Whether the page is as wide as the window allows, without a table of contents. */
  readonly isWide?: boolean;
  /** Whether the page is in no list, since nobody searches for it. */
  readonly isUnlisted?: boolean;
  /** Whether the page is short and one of many, so that it has neither a table of contents nor the whole sidebar. */
  readonly isLeaf?: boolean;
}

/** The file of a page as Starlight reads it: front matter, then Markdown. */
export function renderPage(page: Page): string {
  const front = [
    `title: ${JSON.stringify(page.title)}`,
    `description: ${JSON.stringify(plainText(page.description))}`,
    `slug: ${JSON.stringify(page.path === '' ? 'index' : page.path)}`,
    ...(page.label === undefined ? [] : [`sidebar: { label: ${JSON.stringify(page.label)} }`]),
    ...(page.isWide || page.isLeaf ? ['tableOfContents: false'] : []),
  ];
  return `---\n${front.join('\n')}\n---\n\n${page.body.trim()}\n`;
}

/** The address of a page below the site. */
export function addressOf({ path }: Pick<Page, 'path'>): string {
  return path === '' ? '/' : `/${path}/`;
}

/** Markdown without its marks, for places that show plain text. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The most characters of a description beside a link. */
const LONGEST = 200;

/** The first sentences of a description. If not even one fits, it is cut after a word. */
export function shorten(text: string): string {
  if (text.length <= LONGEST) return text;
  const start = text.slice(0, LONGEST);
  return /^.*[.?!](?= )/.exec(start)?.[0] ?? `${start.replace(/\W*\s\S*$/, '')}…`;
}
