import { expect, it } from 'vitest';
import { putInteropLast } from '../../../scripts/test/interop-last.ts';

it('runs the tests with generators of other projects after all others, and keeps the order otherwise', () => {
  const files = [
    '/r/test/interop/b.test.ts',
    '/r/test/z.test.ts',
    '/r/test/interop/a.test.ts',
    '/r/test/a.test.ts',
  ];
  expect(putInteropLast(files.map((moduleId) => ({ moduleId }))).map(({ moduleId }) => moduleId)).toEqual([
    '/r/test/z.test.ts',
    '/r/test/a.test.ts',
    '/r/test/interop/b.test.ts',
    '/r/test/interop/a.test.ts',
  ]);
});
