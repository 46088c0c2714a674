import { expect, it } from 'vitest';
import { readUserFile } from '../../src/cli/read-user-file.ts';
import { makeWorkspace } from './workspace.ts';

const files = makeWorkspace();

it('reads a whole file', () => {
  const text = 'é'.repeat(100_000);
  expect(readUserFile(files.write('text', text), '--ca')).toBe(text);
});

it.each([
  ['/dev/zero', 'it is a device'],
  ['.', 'it is a directory'],
  ['none', 'ENOENT'],
])('refuses %s', (file, reason) => {
  expect(() => readUserFile(file, '--ca')).toThrow(`--ca ${file} cannot be read: ${reason}`);
});

it('refuses a file beyond the limit', () => {
  const large = files.write('large', Buffer.alloc(16 * 1024 * 1024 + 1));
  expect(() => readUserFile(large, '--profile')).toThrow('it has more than 16777216 bytes');
});
