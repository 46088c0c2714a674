import { SiteError } from '../finish/finish-site.ts';
import { KINDS, MOST_BYTES } from '../kinds.ts';
import { findChromium } from './chromium.ts';
import { CATEGORIES, type Grades, gradePage } from './lighthouse.ts';
import { servePacked } from './serve-packed.ts';

/** The least score in each category. */
const LEAST = 95;

/**
 * Grades a page of each kind, and prints a table of the scores and of what each page sends before somebody uses it.
 *
 * @param folder the built portal
 * @param prefix only the pages whose address begins with it
 * @throws SiteError when a page is below the least score or too heavy, or when there is no browser
 */
export async function measureSite(root: string, folder: string, prefix: string): Promise<void> {
  const chromium = findChromium();
  const pages = KINDS.filter((path) => path.startsWith(prefix));
  if (pages.length === 0)
    throw new SiteError(`no page that is measured begins with ${prefix}: ${KINDS.join(', ')}`);
  const server = await servePacked(folder);
  const problems: string[] = [];
  try {
    console.log(`| page | ${CATEGORIES.join(' | ')} | kB |\n|${' --- |'.repeat(CATEGORIES.length + 2)}`);
    for (const path of pages) {
      const grades = await gradePage(root, `${server.url}/${path}`, chromium);
      console.log(`| /${path} | ${grades.scores.join(' | ')} | ${Math.round(grades.bytes / 1000)} |`);
      problems.push(...problemsOf(path, grades));
    }
  } finally {
    server.close();
  }
  if (problems.length > 0) throw new SiteError(problems.join('\n'));
}

function problemsOf(path: string, { scores, bytes, failed }: Grades): readonly string[] {
  return [
    ...(scores.some((score) => score < LEAST)
      ? [`/${path} has a score below ${LEAST}; the audits that lower it: ${failed.join(', ')}`]
      : []),
    ...(bytes > MOST_BYTES
      ? [`/${path} sends ${bytes} bytes before it is used; the most is ${MOST_BYTES}`]
      : []),
  ];
}
