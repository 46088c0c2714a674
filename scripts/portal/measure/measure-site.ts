import { startReferenceServer } from '../../../src/alterations/index.ts';
import { SiteError } from '../finish/finish-site.ts';
import { KINDS, MOST_BYTES } from '../kinds.ts';
import { findChromium } from './chromium.ts';
import { CATEGORIES, type Grades, gradePage } from './lighthouse.ts';

/** Scores depend on the load of the machine, so a page is graded this many times, and the median counts. */
const RUNS = 5;
/** The minimum score in each category. */
const LEAST = 95;

/**
 * Grades a page of each kind, and prints a table of the scores and of the bytes that each page loads before it is used.
 *
 * @param folder the built portal
 * @param prefix only pages whose address begins with it
 * @throws SiteError if a page is below the minimum score or too heavy, or if there is no browser
 */
export async function measureSite(root: string, folder: string, prefix: string): Promise<void> {
  const chromium = findChromium();
  const pages = KINDS.filter((path) => path.startsWith(prefix));
  if (pages.length === 0)
    throw new SiteError(`no page that is measured begins with ${prefix}: ${KINDS.join(', ')}`);
  const server = await startReferenceServer({ docs: folder });
  const problems: string[] = [];
  try {
    console.log(`| page | ${CATEGORIES.join(' | ')} | kB |\n|${' --- |'.repeat(CATEGORIES.length + 2)}`);
    for (const path of pages) {
      const grades = await gradeOften(root, `${server.url}/docs/${path}`, chromium);
      console.log(`| /${path} | ${grades.scores.join(' | ')} | ${Math.round(grades.bytes / 1000)} |`);
      problems.push(...problemsOf(path, grades));
    }
  } finally {
    await server.close();
  }
  if (problems.length > 0) throw new SiteError(problems.join('\n'));
}

/** The median of each score. The audits that lowered a score are those of all runs together. */
async function gradeOften(root: string, url: string, chromium: string): Promise<Grades> {
  const runs: Grades[] = [];
  while (runs.length < RUNS) runs.push(await gradePage(root, url, chromium));
  return {
    scores: CATEGORIES.map((_, category) => median(runs.map(({ scores }) => scores[category] ?? 0))),
    bytes: median(runs.map(({ bytes }) => bytes)),
    failed: [...new Set(runs.flatMap(({ failed }) => failed))],
  };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
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
