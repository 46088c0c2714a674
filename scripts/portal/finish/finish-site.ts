import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { makeAccessible } from './accessible.ts';
import { type BuiltSite, brokenLinks } from './check-links.ts';
import { addContentSecurity } from './content-security.ts';
import { labelTables } from './label-tables.ts';
import { findRoot, NOT_FOUND } from './not-found.ts';
import { relativeUrls } from './relative-urls.ts';

/** The site that Astro built cannot be published. The message gives the reason. */
export class SiteError extends Error {
  readonly code = 'broken-site';
}

/**
 * Finishes the site that Astro built in this folder: relative links, labels in tables, a policy in every page.
 *
 * @param docs the address of the published docs, which no page of the portal may link to
 * @param site the address where the portal will be published, if known
 * @throws SiteError with one line for each broken link
 */
export function finishSite(folder: string, docs: string, site?: string): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
  const built: BuiltSite = new Map(
    files.map((file) => [file, file.endsWith('.html') ? finishPage(folder, file, site) : undefined]),
  );
  const broken = brokenLinks(built, docs);
  if (broken.length > 0)
    throw new SiteError(
      `${broken.length} links are broken:\n${broken
        .slice(0, 100)
        .map((line) => `  ${line}`)
        .join('\n')}`,
    );
}

function finishPage(folder: string, file: string, site: string | undefined): string {
  const path = join(folder, file);
  const readable = makeAccessible(labelTables(relativeUrls(readFileSync(path, 'utf8'), file)));
  const html = addContentSecurity(file === NOT_FOUND ? findRoot(readable, site) : readable);
  writeFileSync(path, html);
  return html;
}
