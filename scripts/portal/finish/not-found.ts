/** The page that servers show for a missing address. It must work below any path. */
export const NOT_FOUND = '404.html';

/** The folders at the top of the site, by which the page finds the root of the site. */
const FOLDERS =
  'conformance|decisions|elements|events|failures|guides|open-points|operations|requirements|schemas|stream|streams';

/**
 * Makes the relative links of the page start at the root of the site. The address of the page says nothing about its depth, since that page
 * does not exist. A site that knows where it is published uses that address. Other sites look for one of their folders in the address, or for
 * `docs`, where `serve` has them, and otherwise use the root of the host.
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
