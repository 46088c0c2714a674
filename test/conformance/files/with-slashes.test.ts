import { posix, win32 } from 'node:path';
import { expect, it } from 'vitest';
import { withSlashes } from '../../../src/conformance/files/with-slashes.ts';

it.each([
  ['recordings\\**\\*.sse', win32.sep, 'recordings/**/*.sse'],
  [win32.join('C:\\data', 'a.sse'), win32.sep, 'C:/data/a.sse'],
  ['recordings/a.sse', win32.sep, 'recordings/a.sse'],
  [posix.join('recordings', 'a\\*.sse'), posix.sep, 'recordings/a\\*.sse'],
])('%s becomes the same path on every system', (path, separator, expected) => {
  expect(withSlashes(path, separator)).toBe(expected);
});
