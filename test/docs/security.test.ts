import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from '../../scripts/test/environment.ts';

const read = (path: string) => readFileSync(resolve(repositoryRoot, path), 'utf8');

/** The cells of the rows of all tables, without the header rows. */
const rows = read('SECURITY.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:promise|---)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));
const namesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

it('names tests that exist', () => {
  const names = rows.flatMap(([, , tests]) => namesIn(tests));
  const missing = names.filter(
    (name) =>
      !existsSync(resolve(repositoryRoot, 'test', name)) &&
      !existsSync(resolve(repositoryRoot, 'test', `${name}.test.ts`)),
  );
  expect(names.length).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});

it('names parts of the soak that exist', () => {
  const [, list = ''] = /const PARTS = \{([^}]*)\}/.exec(read('test/fuzz/soak.ts')) ?? [];
  const parts = list.split(/[\s,]+/);
  const named = rows.flatMap(([, , , part]) => namesIn(part));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((part) => !parts.includes(part))).toEqual([]);
});
