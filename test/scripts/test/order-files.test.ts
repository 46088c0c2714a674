import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { repositoryRoot } from '../../../scripts/test/environment.ts';
import { LONG_FILES, orderFiles } from '../../../scripts/test/order-files.ts';

it('runs long files first and tests of test/interop last, and keeps the order of the others', () => {
  const files = [
    '/r/test/interop/b.test.ts',
    '/r/test/z.test.ts',
    '/r/test/interop/a.test.ts',
    '/r/test/conformance/run/suite.test.ts',
    '/r/test/a.test.ts',
    '/r/test/alterations/breakages/behaviour.test.ts',
  ];
  expect(orderFiles(files.map((moduleId) => ({ moduleId }))).map(({ moduleId }) => moduleId)).toEqual([
    '/r/test/alterations/breakages/behaviour.test.ts',
    '/r/test/conformance/run/suite.test.ts',
    '/r/test/z.test.ts',
    '/r/test/a.test.ts',
    '/r/test/interop/b.test.ts',
    '/r/test/interop/a.test.ts',
  ]);
});

it.each(LONG_FILES)('%s, which runs early, exists', (file) => {
  expect(globSync(`.${file}`, { cwd: repositoryRoot })).toHaveLength(1);
});
