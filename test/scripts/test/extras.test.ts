import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '../../../scripts/test/environment.ts';
import { EXTRAS, extrasFor, extrasOf, selectedFiles } from '../../../scripts/test/extras.ts';
import { gates } from '../../../scripts/test/gates.ts';

describe('extrasOf', () => {
  it.each([
    ['test/event-stream/reader.test.ts', []],
    ['test/interop/docs.test.ts', ['test/interop']],
    ['test/examples/examples.test.ts', ['test/examples', 'test/tools']],
    ['test/runners/guide.test.ts', ['test/runners']],
    ['test/runtimes/command.test.ts', ['test/runtimes']],
    ['test/client/runtimes/node.test.ts', ['test/runtimes']],
    ['test/client/runtimes/chromium.test.ts', ['test/tools']],
    ['test/reference/connectors/stdio-line.test.ts', ['test/tools']],
    ['test/installed.test.ts', ['test/runtimes', 'test/tools']],
  ])('finds the folders that %s needs, directly or through its imports', (file, extras) => {
    expect(extrasOf(resolve(repositoryRoot, file))).toEqual(extras);
  });
});

describe('extrasFor', () => {
  it.each([
    { name: 'a whole run', gates, vitest: [], want: EXTRAS },
    { name: 'a gate', gates: gates.filter(({ name }) => name === 'biome'), vitest: undefined, want: [] },
    {
      name: 'a gate with needs',
      gates: gates.filter(({ name }) => name === 'types'),
      vitest: undefined,
      want: ['test/tools'],
    },
    { name: 'a folder of tests', gates: [], vitest: ['event-stream'], want: [] },
    { name: 'tests whose module needs them', gates: [], vitest: ['test/client'], want: EXTRAS.slice(4) },
  ])('finds the folders that $name needs', ({ gates: chosen, vitest, want }) => {
    expect(extrasFor({ gates: chosen, vitest })).toEqual(want);
  });
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
