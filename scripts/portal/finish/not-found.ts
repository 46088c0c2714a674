/** The page that servers show for a missing address. It must work below any path. */
export const NOT_FOUND = '404.html';

/** The folders at the top of the site, by which the page finds the root of the site. */
const FOLDERS =
  'conformance|decisions|elements|events|failures|guides|open-points|operations|requirements|schemas|stream|streams';

/**
 * Makes the relative links of the page start at the root of the site. The address of the page says nothing about its depth, since that page
 * does not exist. A site that knows where it is published uses that address. Other sites begin at the root of the host, and `serve --docs`
 * writes its own root instead. Where neither is right, a script looks for one of the folders of the site in the address.
 */
export function findRoot(html: string, site?: string): string {
  const base =
    site === undefined
      ? `<base href="/"/><script>{const root=/^(.*?\\/)(?:${FOLDERS})(?:\\/|$)/.exec(location.pathname)?.[1];if(root)document.querySelector('base').href=root}</script>`
      : `<base href="${new URL(site.endsWith('/') ? site : `${site}/`).pathname}"/>`;
  return html.replace(/<meta charset="[^"]*"\s*\/?>/, (charset) => `${charset}${base}`);
}
