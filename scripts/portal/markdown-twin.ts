import { addressOf, type Page, plainText, shorten } from './page.ts';

/** The Markdown twin of a page: its text as Markdown, for programs. The file is next to the folder of the page. */
export function markdownTwin(page: Page): readonly [path: string, text: string] {
  const path = `${page.path === '' ? 'index' : page.path}.md`;
  return [path, `# ${page.title}\n\n${relative(withoutElements(page.body), path).trim()}\n`];
}

const CODE_BLOCK = /^( *`{3,}).*\n[\s\S]*?\n\1$/gm;

/** Removes the elements of the portal, which are for its pages, and keeps their content. Code stays as it is. */
function withoutElements(body: string): string {
  const blocks: string[] = [];
  const marked = body.replace(
    CODE_BLOCK,
    (block) => `\0${blocks.push(block.replace(/^(`+\w+) wrap$/m, '$1')) - 1}\0`,
  );
  return plainProse(marked).replace(/\0(\d+)\0/g, (_, index) => blocks[index] ?? '');
}

function plainProse(text: string): string {
  return (
    text
      .replace(/<figure[\s\S]*?<\/figure>\n*/g, '')
      .replace(/(?:## Try it\n+)?<(try-it|stream-player)\b[\s\S]*?<\/\1>\n*/g, '')
      .replace(/<div class="filters">[\s\S]*?<\/div>\n*/g, '')
      .replace(/<code-tab data-label="([^"]*)">/g, '$1:')
      .replace(/<p class="jump">.*<\/p>\n*/g, '')
      .replace(/<a class="anchor"[^>]*>#<\/a>/g, '')
      // Where a page nests members, a twin gives the whole path of each.
      .replace(/^\[`[^`]*`\]\(#[^.)]*\.([^)]*)\)/gm, '`$1`')
      .replace(/<summary>(.*?)<\/summary>/g, '$1')
      .replace(/<\/?(?:code|strong|b)(?![\w-])[^>]*>/g, (tag) => (tag.includes('code') ? '`' : '**'))
      .replace(/<\/?(?:code-tab|example-menu|filter-rows|details|summary|div|small|span|p|a)\b[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
      .replace(/\n{3,}/g, '\n\n')
  );
}

/** Links between twins are relative, so that they work at every address. */
function relative(text: string, from: string): string {
  const up = '../'.repeat(from.split('/').length - 1) || './';
  return text.replace(/\]\(\/([^)\s?#]*)(\?[^)\s#]*)?(#[^)\s]*)?\)/g, (_, path: string, __, anchor = '') => {
    const isFile = /\.\w+$/.test(path) && !path.endsWith('/');
    return `](${up}${isFile ? path : `${path.replace(/\/$/, '') || 'index'}.md`}${anchor})`;
  });
}

/** For generators of clients. */
const DOCUMENTS = `- [openapi.json](openapi.json): Every operation with its failures and schemas.
- [asyncapi.json](asyncapi.json): Every event of a stream.`;

/**
 * llms.txt: the documents, and the pages by kind, each with its sentence. The many short pages are left out; the page that lists them links
 * to their twins.
 */
export function llmsText(pages: readonly Page[], title: string, summary: string): string {
  const listed = pages.filter(({ isLeaf }) => !isLeaf);
  const kinds = Map.groupBy(listed, ({ path }) => path.split('/', 1)[0] ?? '');
  const chapters = [...kinds].map(([kind, ofKind]) => {
    const lines = ofKind.map((page) => {
      const [file] = markdownTwin({ ...page, body: '' });
      return `- [${page.title}](${file}): ${shorten(plainText(page.description))}`;
    });
    return `## ${kind === '' ? 'start' : kind}\n\n${lines.join('\n')}`;
  });
  return `# ${title}\n\n> ${plainText(summary)}\n\n## documents\n\n${DOCUMENTS}\n\n${chapters.join('\n\n')}\n`;
}

/** The addresses of all pages, for search engines. A sitemap requires the address of the site. */
export function sitemap(pages: readonly Page[], site: string): string {
  const base = site.replace(/\/$/, '');
  const urls = pages.map((page) => `  <url><loc>${base}${encodeURI(addressOf(page))}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}
