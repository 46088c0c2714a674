import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { repositoryRoot } from '../../../scripts/test/environment.ts';
import { LONG_FILES, orderFiles } from '../../../scripts/test/order-files.ts';

it('runs long files first, then files alone, files that share processes, and tests of test/interop', () => {
  const files = [
    { moduleId: '/r/test/interop/b.test.ts', isAlone: true },
    { moduleId: '/r/test/z.test.ts', isAlone: false },
    { moduleId: '/r/test/interop/a.test.ts', isAlone: true },
    { moduleId: '/r/test/conformance/run/suite.test.ts', isAlone: true },
    { moduleId: '/r/test/y.test.ts', isAlone: true },
    { moduleId: '/r/test/a.test.ts', isAlone: false },
    { moduleId: '/r/test/x.test.ts', isAlone: true },
    { moduleId: '/r/test/alterations/breakages/behaviour.test.ts', isAlone: true },
  ];
  expect(orderFiles(files).map(({ moduleId }) => moduleId)).toEqual([
    '/r/test/alterations/breakages/behaviour.test.ts',
    '/r/test/conformance/run/suite.test.ts',
    '/r/test/y.test.ts',
    '/r/test/x.test.ts',
    '/r/test/z.test.ts',
    '/r/test/a.test.ts',
    '/r/test/interop/b.test.ts',
    '/r/test/interop/a.test.ts',
  ]);
});

it.each(LONG_FILES)('%s, which runs early, exists', (file) => {
  expect(globSync(`.${file}`, { cwd: repositoryRoot })).toHaveLength(1);
});
