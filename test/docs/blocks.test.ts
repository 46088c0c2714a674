import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repositoryRoot, testEnvironment } from '../../scripts/test/environment.ts';
import { type ReferenceServer, startReferenceServer } from '../../src/alterations/index.ts';
import { type InstalledPackage, installPackage } from '../install-package.ts';
import { BLOCKS } from './blocks.ts';
import { type Clone, cloneRepository } from './clone.ts';
import { readFences } from './fence.ts';
import { PageShell } from './page-shell.ts';

const pages = globSync(['*.md', 'docs/*.md', 'test/peers/*/README.md'], { cwd: repositoryRoot }).map(
  (page) => {
    const text = readFileSync(resolve(repositoryRoot, page), 'utf8');
    const blocks = readFences(text).filter(({ language }) => language === 'sh');
    return {
      page,
      isInClone: /^Run the commands of this guide in a clone|^npm run/m.test(text),
      blocks,
    };
  },
);
const withBlocks = pages.filter(({ blocks }) => blocks.length > 0);

const rows = Object.entries(BLOCKS).flatMap(([page, row]) =>
  Object.entries(row).map(([beginning, each]) => ({ page, beginning, ...each })),
);
const rowOf = (page: string, code: string) =>
  rows.find((row) => row.page === page && code.startsWith(row.beginning));

/** Files that a command says it writes. */
const FILE = /(?<=--output |> |(?:json|html|junit)="?)[\w$.-]+/g;

const home = mkdtempSync(join(tmpdir(), 'blocks-'));
let installed: InstalledPackage;
let clone: Clone;
let server: ReferenceServer;

beforeAll(async () => {
  installed = installPackage();
  clone = cloneRepository();
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: clone.folder, env: testEnvironment() });
  const shorthand = join(home, 'bin/conversation-api');
  mkdirSync(join(home, 'bin'));
  writeFileSync(shorthand, '#!/bin/sh\nexec npx --no conversation-api "$@"\n');
  chmodSync(shorthand, 0o755);
  server = await startReferenceServer({ faults: true });
});
afterAll(async () => {
  await server?.close();
  clone?.remove();
  installed?.remove();
  rmSync(home, { recursive: true, force: true });
});

it('has rows only for existing blocks, and names only existing tests', () => {
  const dead = rows.filter(
    ({ page, beginning, not = '' }) =>
      !withBlocks.some(
        (each) => each.page === page && each.blocks.some(({ code }) => code.startsWith(beginning)),
      ) ||
      (not.match(/\b(?:test|scripts)\/\S+\.ts\b/g) ?? []).some(
        (file) => !existsSync(resolve(repositoryRoot, file)),
      ),
  );
  expect(dead).toEqual([]);
});

describe.each(withBlocks)(
  '$page shows commands with the stated exit codes',
  ({ page, isInClone, blocks }) => {
    let shell: PageShell;
    let folder: string;

    beforeAll(async () => {
      folder = isInClone ? clone.folder : join(home, page.replaceAll('/', '-'));
      if (!isInClone) {
        mkdirSync(folder);
        symlinkSync(join(installed.folder, 'node_modules'), join(folder, 'node_modules'), 'junction');
        writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
      }
      // Only a page that explains the short name may use it.
      const programs = isInClone ? join(home, 'bin') : home;
      shell = await PageShell.open(folder, server.url, programs);
    });

    it.for(blocks)('line $line', async ({ code }, { skip }) => {
      const { not, before, as = (text: string) => text, code: end = 0 } = rowOf(page, code) ?? {};
      skip(not !== undefined, not);
      const block = as(code);
      const ran = await shell.run(before === undefined ? block : `${before}\n${block}`);
      expect(ran, ran.said).toMatchObject({ code: end });
      for (const [file] of block.matchAll(FILE))
        if (!file.includes('$')) expect(statSync(join(folder, file)).size, file).toBeGreaterThan(0);
    });

    it('ends at Ctrl-C', () => shell.end());
  },
);
