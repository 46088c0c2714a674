/**
 * Makes the links of a page relative, so that the portal works below every path of every file server. Astro needs to know the path when
 * it builds, and writes links that begin at the root of the host.
 *
 * @param file path of the HTML file below the site
 */
export function relativeUrls(html: string, file: string): string {
  const up = '../'.repeat(file.split('/').length - 1);
  return html.replace(
    /(<[^>]*?\s(?:href|src)=)"\/(?!\/)([^"]*)"/g,
    (_, start: string, path: string) => `${start}"${`${up}${path}` || './'}"`,
  );
}

const SEARCH_BASE = /baseUrl:([`"'])\/\1,bundlePath:\1\/\1\.replace\([^)]*\)\+\1\/pagefind\/\1/;
const ROOT = 'new URL("..",import.meta.url).pathname';

/**
 * Makes the search find its index and its results below every path. The script is next to the others in `_astro`.
 *
 * @returns undefined if this script has nothing to do with the search
 */
export function relativeSearch(script: string): string | undefined {
  if (!SEARCH_BASE.test(script)) return undefined;
  return script.replace(SEARCH_BASE, `baseUrl:${ROOT},bundlePath:${ROOT}+"pagefind/"`);
}
