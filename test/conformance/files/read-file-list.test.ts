import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readFileList } from '../../../src/conformance/files/read-file-list.ts';
import { makeWorkspace } from '../../cli/workspace.ts';

const files = makeWorkspace();

async function read(name: string, stdin = Readable.from([])): Promise<string[]> {
  const paths: string[] = [];
  for await (const path of readFileList(name, () => stdin)) paths.push(path);
  return paths;
}

describe('a list of files', () => {
  it.each([
    ['with a line end', 'a.sse\nb.sse\n', ['a.sse', 'b.sse']],
    ['without a last line end', 'a.sse\nb.sse', ['a.sse', 'b.sse']],
    ['with blank lines', '\na.sse\n\n \nb.sse\n', ['a.sse', 'b.sse']],
    ['of Windows', '\ufeffC:\\a.sse\r\nb c.sse\r\n', ['C:\\a.sse', 'b c.sse']],
    ['with names that look like globs and flags', '*.sse\n--partial\n#1', ['*.sse', '--partial', '#1']],
    ['of nothing', '', []],
  ])('%s is read, from a file and from standard input', async (_, text, paths) => {
    expect(await read(files.write('list', text))).toEqual(paths);
    expect(await read('-', Readable.from([Buffer.from(text)]))).toEqual(paths);
    const bytes = [...Buffer.from(text)].map((byte) => Buffer.of(byte));
    expect(await read('-', Readable.from(bytes))).toEqual(paths);
  });

  it.each([
    ['a.sse\n\0b.sse\0', /list, line 2: it has a NUL; write one path in each line.*find -print does/],
    ['a.sse\n-\n', /list, line 2: a list cannot name standard input/],
    [Buffer.from('\ufeffa.sse\n', 'utf16le'), /list: it is UTF-16; write it as UTF-8/],
    ['x'.repeat(100_000), /list is not a list of paths: it has a line of more than 65536 bytes/],
  ])('is refused: %.20j', async (text, message) => {
    await expect(read(files.write('list', text))).rejects.toThrow(
      expect.objectContaining({ code: 'unusable-input', message: expect.stringMatching(message) }),
    );
  });

  it('is named if it cannot be read', async () => {
    await expect(read(files.path('none'))).rejects.toThrow(/none: there is no such file/);
    await expect(read(files.root)).rejects.toThrow(/it is a directory/);
  });
});
