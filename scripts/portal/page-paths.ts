/** Generated pages of docs/ whose content the portal shows on separate pages. */
export const SHOWN_OTHERWISE: Readonly<Record<string, string>> = {
  'docs/errors.md': '/failures/',
  'docs/open-points.md': '/open-points/',
};

/** Path of the page that shows a Markdown file of docs/. */
export function pagePathOf(file: string): string {
  const own = SHOWN_OTHERWISE[file];
  if (own !== undefined) return own.replaceAll('/', '');
  return file
    .toLowerCase()
    .replace(/\.md$/, '')
    .replace(/^docs\/decisions\//, 'decisions/')
    .replace(/^docs\//, 'guides/');
}
