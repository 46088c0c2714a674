import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { readUserFile } from '../../src/cli/read-user-file.ts';
import { makeWorkspace } from './workspace.ts';

const files = makeWorkspace();
const MODULE = new URL('../../src/cli/read-user-file.ts', import.meta.url).href;

it('reads a whole file', () => {
  const text = 'é'.repeat(100_000);
  expect(readUserFile(files.write('text', text), '--ca')).toBe(text);
});

it.each([
  ['in UTF-8', Buffer.from('tökens')],
  ['in UTF-8 with a mark', Buffer.from('\ufefftökens')],
])('reads a text %s', (_, bytes) => {
  expect(readUserFile(files.write('text', bytes))).toBe('tökens');
});

it.each([
  ['as Windows writes it', Buffer.from('\ufefftökens', 'utf16le')],
  ['of the other order', Buffer.from('\ufefftökens', 'utf16le').swap16()],
  ['without a mark', Buffer.from('tokens', 'utf16le')],
  ['of the other order without a mark', Buffer.from('tokens', 'utf16le').swap16()],
])('names UTF-16 %s', (_, bytes) => {
  expect(() => readUserFile(files.write('text', bytes))).toThrow('it is UTF-16; write it as UTF-8');
});

it.each([
  ['in Latin-1', Buffer.from('tökens', 'latin1')],
  ['with bytes of zero', Buffer.from('tok\0ens')],
  ['cut in a character', Buffer.from('tö').subarray(0, 2)],
])('refuses a text %s, which would be misread silently', (_, bytes) => {
  expect(() => readUserFile(files.write('text', bytes))).toThrow('it is not a text in UTF-8');
});

it.each([
  ['/dev/zero', 'it is a device'],
  ['.', 'it is a directory'],
  ['none', 'there is no such file'],
])('refuses %s', (file, reason) => {
  expect(() => readUserFile(file, '--ca')).toThrow(`--ca ${file} cannot be read: ${reason}`);
});

it('refuses a named pipe, since opening it would wait for a writer', () => {
  const pipe = files.path('pipe');
  execFileSync('mkfifo', [pipe]);
  expect(() => readUserFile(pipe, '--profile')).toThrow('it is a named pipe');
});

it('reads a pipe of a shell', () => {
  const script = `import { readUserFile } from ${JSON.stringify(MODULE)}; console.log(readUserFile(process.argv[1], '--ca'));`;
  const command = '"$0" --input-type=module --eval "$1" <(printf secret)';
  expect(execFileSync('bash', ['-c', command, process.execPath, script], { encoding: 'utf8' })).toBe(
    'secret\n',
  );
});

it('refuses a file beyond the limit', () => {
  const large = files.write('large', Buffer.alloc(16 * 1024 * 1024 + 1));
  expect(() => readUserFile(large, '--profile')).toThrow('it has more than 16777216 bytes');
});
