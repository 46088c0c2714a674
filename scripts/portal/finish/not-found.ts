/** The page that servers show for an address without a page, so that it is read below any path. */
export const NOT_FOUND = '404.html';

/** The folders at the top of the site, by which the page finds out where the site begins. */
const FOLDERS =
  'conformance|decisions|elements|events|failures|guides|open-points|operations|requirements|schemas|stream|streams';

/**
 * Lets the relative links of the page begin at the root of the site. Its own address says nothing about its depth, since it is that of a
 * page that does not exist. A site that knows where it is published says so. Others look for a folder of theirs in the address, or for
 * `docs`, below which `serve` has them, and else take the root of the host.
 */
export function findRoot(html: string, site?: string): string {
  const known = site === undefined ? undefined : new URL(site.endsWith('/') ? site : `${site}/`).pathname;
  const root =
    known === undefined
      ? `(/^(.*?\\/)(?:${FOLDERS})(?:\\/|$)/.exec(location.pathname)??/^(.*?\\/docs\\/)/.exec(location.pathname))?.[1]??'/'`
      : JSON.stringify(known);
  const script = `<script>{const base=document.createElement('base');base.href=${root};document.head.prepend(base)}</script>`;
  return html.replace(/<meta charset="[^"]*"\s*\/?>/, (charset) => `${charset}${script}`);
}
