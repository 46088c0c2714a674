import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { installExtras } from '../../../scripts/test/install-extras.ts';

let folder: string;
let installed: string[];
let said: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'extras-'));
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  installed = [];
  said = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Installs like npm, which empties the folder first. */
function install(place: string): void {
  rmSync(join(place, 'node_modules'), { recursive: true, force: true });
  mkdirSync(join(place, 'node_modules'));
  installed.push(place);
}
const run = (how = install) => installExtras([folder], (line) => said.push(line), how);

it('installs a folder once, and reports it', () => {
  run();
  run();
  expect(installed).toEqual([folder]);
  expect(said).toEqual([expect.stringContaining(folder)]);
});

it('installs a folder again when its lock file has changed', () => {
  run();
  writeFileSync(join(folder, 'package-lock.json'), '{ "packages": {} }');
  run();
  expect(installed).toEqual([folder, folder]);
});

it('installs a folder again when its packages were removed', () => {
  run();
  rmSync(join(folder, 'node_modules'), { recursive: true });
  run();
  expect(installed).toEqual([folder, folder]);
});

it('does not count a failed installation, and releases the lock for the next one', () => {
  const fail = (place: string) => {
    install(place);
    throw new Error('no network');
  };
  expect(() => run(fail)).toThrow('no network');
  expect(existsSync(join(folder, 'node_modules'))).toBe(true);
  run();
  expect(installed).toEqual([folder, folder]);
});

it('runs the real npm without scripts, in the folder instead of this repository', () => {
  const manifest = { name: 'extra', version: '1.0.0', scripts: { postinstall: 'node -e "process.exit(1)"' } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const lockfile = { ...manifest, lockfileVersion: 3, packages: { '': manifest } };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockfile));
  installExtras([folder], (line) => said.push(line));
  expect(existsSync(join(folder, 'node_modules/.installed'))).toBe(true);
});
