import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** A longer file usually has two concepts (see CONTRIBUTING.md, Style). */
const LONGEST = 300;

const sources = ['src', 'scripts'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file)),
);

it(`finds no file of src or scripts above ${LONGEST} lines`, () => {
  const long = sources.flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n').length - 1;
    return lines > LONGEST ? [`${file} has ${lines} lines`] : [];
  });
  expect(sources).not.toEqual([]);
  expect(long).toEqual([]);
});
