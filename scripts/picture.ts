/**
 * `npm run picture`: saves the part of the HTML report about docs/broken-stream.sse as docs/finding.png, the picture in the README. Requires
 * Debian's `chromium`.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { readArguments } from './read-arguments.ts';

const ROOT = resolve(import.meta.dirname, '..');
const MARGIN = 16;

readArguments({});
const folder = mkdtempSync(join(tmpdir(), 'picture-'));
try {
  const report = join(folder, 'report.html');
  await writeReport(report);
  await photograph(report);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The exit code is the verdict, so it does not mean that this script failed. */
function writeReport(file: string): Promise<void> {
  const command = ['src/cli/main.ts', 'check', 'docs/broken-stream.sse', '--reporter', `html=${file}`];
  return new Promise((done) => execFile(process.execPath, command, { cwd: ROOT }, () => done()));
}

/** Shows the finding and its stream. */
async function photograph(report: string): Promise<void> {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 900, height: 1400 }, colorScheme: 'light' });
    await page.goto(pathToFileURL(report).href);
    const heading = await page.getByRole('heading', { name: 'Failures' }).boundingBox();
    const chart = await page.locator('.chart').first().boundingBox();
    if (!heading || !chart) throw new Error('the report shows no finding or no stream');
    const height = chart.y + chart.height - heading.y + MARGIN;
    const path = resolve(ROOT, 'docs/finding.png');
    await page.screenshot({ path, clip: { x: 0, y: heading.y - MARGIN, width: 900, height } });
  } finally {
    await browser.close();
  }
}
