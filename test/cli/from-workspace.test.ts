import { basename, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { fromWorkspace } from '../../src/cli/from-workspace.ts';

const here = basename(resolve('.'));

it.each([
  ['b.sse', undefined, 'b.sse'],
  ['b.sse', '', 'b.sse'],
  ['b.sse', '.', 'b.sse'],
  ['b.sse', '..', `${here}/b.sse`],
  [resolve('pkg/b.sse'), '.', 'pkg/b.sse'],
  ['../b.sse', '.', '../b.sse'],
  ['/elsewhere/b.sse', '.', '/elsewhere/b.sse'],
])('the path of %s from the workspace %s is %s', (file, workspace, path) => {
  expect(fromWorkspace(file, workspace)).toBe(path);
});
