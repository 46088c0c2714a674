/**
 * Makes the links of a page relative, so that the portal works below any path on any file server. Astro needs to know the path at build
 * time, and writes links from the root of the host.
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
