import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ReferenceServer, startReferenceServer } from '../../src/alterations/index.ts';
import type { Visit } from './guest-worker.ts';
import { USES } from './uses.ts';

const root = resolve(import.meta.dirname, '../..');
const GUEST = resolve(import.meta.dirname, 'guest-worker.ts');

const manifest = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, string | { readonly default?: string }>>;
};

/** The entries of the package that have code, with their sources in place of the built files. */
const entries = Object.entries(manifest.exports).flatMap(([entry, target]) => {
  const file = typeof target === 'string' ? undefined : target.default;
  if (file === undefined) return [];
  return [{ entry, file: resolve(root, file.replace(/^\.\/dist\/(.*)\.c?js$/, 'src/$1.ts')) }];
});

const uses = entries.flatMap(({ entry, file }) =>
  Object.keys(USES[entry] ?? {}).map((use) => ({ entry, file, use })),
);

let server: ReferenceServer;

beforeAll(async () => {
  server = await startReferenceServer({ timeScale: 100 });
});

afterAll(() => server.close());

it.each(entries)('changes nothing of its host when $entry is imported', async ({ entry, file }) => {
  const { byImport, functions } = await visit(file, entry);

  expect(byImport).toEqual([]);
  expect([...functions].sort()).toEqual(Object.keys(USES[entry] ?? {}).sort());
});

it.each(uses)('changes nothing of its host when $use of $entry is used', async ({ entry, file, use }) => {
  const { byUse } = await visitWithUses(file, entry);

  expect(byUse[use]).toEqual([]);
});

const visits = new Map<string, Promise<Visit>>();

/** Runs one process for all functions of an entry. */
function visitWithUses(file: string, entry: string): Promise<Visit> {
  const running = visits.get(entry) ?? visit(file, entry, server.url);
  visits.set(entry, running);
  return running;
}

/** Runs a process that imports an entry and uses its functions. The process must end by running out of work. */
async function visit(file: string, entry: string, url?: string): Promise<Visit> {
  const args = [GUEST, file, entry, ...(url === undefined ? [] : [url])];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  const [stdout, stderr, report, [code]] = await Promise.all([
    text(child.stdout as Readable),
    text(child.stderr as Readable),
    text(child.stdio[3] as Readable),
    once(child, 'exit'),
  ]);
  expect({ stdout, stderr, code }).toEqual({ stdout: '', stderr: '', code: 0 });
  return JSON.parse(report) as Visit;
}
