import { expect, it } from 'vitest';
import { longestFirst } from '../../../scripts/test/order-files.ts';

it('runs the longest files first, then isolated files, then files that share processes, and keeps the order of each kind', () => {
  const file = (moduleId: string, isolate: boolean) => ({ moduleId, project: { config: { isolate } } });
  const [fastapi, go] = ['/a/test/peers/fastapi.test.ts', '/a/test/peers/gohttp.test.ts'];
  const files = [file('z', false), file('y', true), file(go, true), file('a', false), file(fastapi, true)];
  expect(longestFirst(files).map(({ moduleId }) => moduleId)).toEqual([fastapi, go, 'y', 'z', 'a']);
});
