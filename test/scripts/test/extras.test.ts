import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '../../../scripts/test/environment.ts';
import { EXTRAS, extrasFor, extrasOf, selectedFiles } from '../../../scripts/test/extras.ts';

it.each([
  ['test/event-stream/reader.test.ts', []],
  ['test/interop/docs.test.ts', ['test/interop']],
  ['test/examples/examples.test.ts', ['test/examples', 'test/tools']],
  ['test/runners/guide.test.ts', ['test/runners']],
  ['test/runtimes/command.test.ts', ['test/runtimes']],
  ['test/client/runtimes/programs.test.ts', ['test/runtimes']],
  ['test/client/runtimes/chromium.test.ts', ['test/tools']],
  ['test/reference/connectors/stdio-line.test.ts', ['test/tools']],
  ['test/installed.test.ts', ['test/runtimes', 'test/tools']],
])('extrasOf finds the folders that %s needs, directly or through its imports', (file, extras) => {
  expect(extrasOf(resolve(repositoryRoot, file))).toEqual(extras);
});

it.each([
  { name: 'no files', files: [], want: [] },
  { name: 'files without needs', files: ['test/event-stream/reader.test.ts'], want: [] },
  {
    name: 'files that need different folders',
    files: ['test/runners/guide.test.ts', 'test/interop/docs.test.ts', 'test/interop/languages.test.ts'],
    want: ['test/interop', 'test/runners'],
  },
])('extrasFor finds the folders that $name need', ({ files, want }) => {
  expect(extrasFor(files)).toEqual(want);
});

describe('selectedFiles', () => {
  const one = ['test/scripts/test/extras.test.ts'];

  it.each([
    [['scripts/test/extras']],
    [['./test/scripts/test/extras.test.ts']],
    [['test/scripts/test/EXTRAS.test.ts:12']],
    [[resolve(repositoryRoot, 'test/scripts/test/extras.test.ts')]],
    [['scripts/test/extras', '-t', 'event-stream']],
  ])('finds the file that %j names', (args) => {
    expect(selectedFiles(args)).toEqual(one);
  });

  it('selects all files when no argument is clearly a filter, and never files of a package', () => {
    const files = selectedFiles(['-t', 'extras']);
    expect(files).toEqual(selectedFiles([]));
    expect(files).toEqual(expect.arrayContaining(one));
    expect(files.filter((file) => /node_modules|test\/consumers/.test(file))).toEqual([]);
  });
});

it.each(EXTRAS)('%s has a lock file, and the same npm settings as the root', (folder) => {
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    expect(existsSync(resolve(repositoryRoot, folder, file)), file).toBe(true);
  }
});
