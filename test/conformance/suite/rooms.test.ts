import { globSync } from 'tinyglobby';
import { expect, it } from 'vitest';
import type { Check } from '../../../src/conformance/suite/check-kit/check.ts';

const CASES = new URL('../../../src/conformance/suite/cases/', import.meta.url);

/** The checks that a file of cases exports. */
async function checksIn(file: string): Promise<readonly Check[]> {
  const exported: unknown[] = Object.values(await import(new URL(file, CASES).href));
  return exported
    .flat()
    .filter(
      (each): each is Check =>
        typeof each === 'object' && each !== null && 'id' in each && 'requirements' in each,
    );
}

it.each(globSync('*/*.ts', { cwd: CASES }))('the ids in %s begin with its folder', async (file) => {
  const [area] = file.split('/');
  expect((await checksIn(file)).map(({ id }) => id).filter((id) => !id.startsWith(`${area}.`))).toEqual([]);
});
