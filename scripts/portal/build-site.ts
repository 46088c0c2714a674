import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { bundleElements } from './bundle-elements.ts';
import type { OpenApi } from './contract.ts';
import { finishSite, SiteError } from './finish/finish-site.ts';
import { reportPages } from './report-pages.ts';
import { type Place, type SiteFiles, siteFiles } from './site-files.ts';
import { readSources } from './sources.ts';
import { readSuite } from './suite.ts';

/**
 * Builds the portal. The new portal replaces the old one once it is complete.
 *
 * @param target the folder of the built portal, on the same file system as the repository
 * @throws SiteError
 */
export async function buildSite(root: string, target: string, place: Place = {}): Promise<void> {
  const begun = performance.now();
  rmSync(join(root, 'portal/build'), { recursive: true, force: true });
  console.log('preparing the pages');
  const pages = await prepareSite(root, place);
  await astro(root, ['build'], reportPages(pages, console.log));
  const built = join(root, 'portal/site');
  finishSite(built, readOpenapi(root).externalDocs.url, place.site);
  mkdirSync(dirname(target), { recursive: true });
  rmSync(target, { recursive: true, force: true });
  renameSync(built, target);
  console.log(`built ${relative(root, target)} in ${Math.round((performance.now() - begun) / 1000)} s`);
}

/**
 * Writes portal/build, from which Astro builds. Unchanged files are not written again.
 *
 * @returns the number of pages
 */
export async function prepareSite(root: string, place: Place = {}): Promise<number> {
  const target = join(root, 'portal/build');
  const files = siteFiles(readSources(root, readSuite(root)), place);
  writeFiles(target, files);
  for (const name of ['openapi.json', 'asyncapi.json'])
    copyFile(join(root, 'generated', name), join(target, 'public', name));
  const { version } = readOpenapi(root).info;
  // The last parts of each schema's $id.
  cpSync(join(root, 'generated/schemas'), join(target, 'public/schemas', version), { recursive: true });
  cpSync(join(root, 'portal/assets'), join(target, 'public'), { recursive: true });
  await bundleElements(root, join(target, 'public/elements'));
  return [...files.keys()].filter((path) => path.startsWith('content/')).length;
}

function readOpenapi(root: string): Pick<OpenApi, 'info' | 'externalDocs'> {
  return JSON.parse(readFileSync(join(root, 'generated/openapi.json'), 'utf8'));
}

function writeFiles(folder: string, files: SiteFiles): void {
  for (const [path, text] of files) {
    const place = join(folder, path);
    if (existsSync(place) && readFileSync(place, 'utf8') === text) continue;
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
}

function copyFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}

/** The only variables that Astro gets: vitest sets `DEV` and `MODE`, with which Astro would build other pages. */
const KEPT = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NO_COLOR', 'SystemRoot', 'USERPROFILE', 'TEMP'] as const;

/**
 * Runs Astro in portal/, without telemetry.
 *
 * @param hear takes each line of its output; without it, the output is shown
 * @throws SiteError if it fails
 */
export function astro(root: string, args: readonly string[], hear?: (line: string) => void): Promise<void> {
  const program = join(root, 'portal/node_modules/astro/bin/astro.mjs');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: join(root, 'portal'),
      env: {
        ...Object.fromEntries(KEPT.map((name) => [name, process.env[name]])),
        ASTRO_TELEMETRY_DISABLED: '1',
        NODE_ENV: args[0] === 'dev' ? 'development' : 'production',
      },
      stdio: ['ignore', hear ? 'pipe' : 'inherit', 'inherit'],
    });
    if (hear && child.stdout) createInterface(child.stdout).on('line', hear);
    child.on('error', reject);
    child.on('exit', (status) =>
      status === 0 ? resolve() : reject(new SiteError(`astro ${args[0]} ended with ${status}`)),
    );
  });
}
