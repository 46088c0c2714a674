import { posix } from 'node:path';

/** The files of a built site: the text of pages, and undefined for other files. */
export type BuiltSite = ReadonlyMap<string, string | undefined>;

/**
 * One line for each link to a missing file or anchor, or to docs that the site itself has, with the first page
 * that has the link.
 *
 * @param docs the address of the published docs
 */
export function brokenLinks(site: BuiltSite, docs: string): readonly string[] {
  const anchors = new Map<string, ReadonlySet<string>>();
  const anchorsOf = (file: string) => {
    const known = anchors.get(file) ?? readAnchors(site.get(file) ?? '');
    anchors.set(file, known);
    return known;
  };
  const found = new Map<string, { readonly file: string; pages: number }>();
  for (const [file, html] of site) {
    for (const link of new Set(html === undefined ? [] : linksOf(html))) {
      const wrong = link.startsWith(docs)
        ? `${link} leads out of the portal`
        : problem(file, link, site, anchorsOf);
      if (wrong === undefined) continue;
      const known = found.get(wrong) ?? { file, pages: 0 };
      known.pages += 1;
      found.set(wrong, known);
    }
  }
  return [...found].map(
    ([wrong, { file, pages }]) => `${wrong} (in ${file}${pages > 1 ? ` and ${pages - 1} more` : ''})`,
  );
}

function problem(
  file: string,
  link: string,
  site: BuiltSite,
  anchorsOf: (file: string) => ReadonlySet<string>,
): string | undefined {
  if (/^(?:[a-z][a-z+.-]*:|\/\/)/i.test(link)) return undefined;
  const [address = '', anchor = ''] = link.split('#');
  const path = address.split('?', 1)[0] ?? '';
  if (path.startsWith('/')) return `${link} depends on where the site is published`;
  const target = path === '' ? file : fileAt(posix.join(posix.dirname(file), path), path);
  if (!site.has(target)) return `/${target} is no file of the site`;
  if (anchor === '' || anchor === '_top' || anchorsOf(target).has(decodeURIComponent(anchor)))
    return undefined;
  return `/${target} has no anchor #${anchor}`;
}

function fileAt(resolved: string, path: string): string {
  if (!path.endsWith('/') && path !== '.' && path !== '..') return resolved;
  return posix.join(resolved, 'index.html');
}

/** The address of `<base>` is no link. */
function linksOf(html: string): readonly string[] {
  return Array.from(html.matchAll(/<(?!base\s)[^>]*?\s(?:href|src)="([^"]*)"/g), ([, link = '']) =>
    link.replaceAll('&amp;', '&').replaceAll('&#38;', '&'),
  );
}

function readAnchors(html: string): ReadonlySet<string> {
  return new Set(Array.from(html.matchAll(/\sid="([^"]*)"/g), ([, id = '']) => id));
}
