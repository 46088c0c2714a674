import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from '../../../scripts/test/environment.ts';
import { ALONE, sharedFiles } from '../../../scripts/test/shared-processes.ts';

it.each(ALONE)('%s, which does not share processes, exists', (pattern) => {
  expect(globSync(pattern, { cwd: repositoryRoot })).not.toEqual([]);
});

it('leaves out the files that run alone', () => {
  expect(sharedFiles()).toContain('test/event-stream/reader.test.ts');
  expect(sharedFiles()).not.toContain('test/rig/conformance.test.ts');
  expect(sharedFiles()).not.toContain('test/conformance/run/timers.test.ts');
});

it('no module registers hooks while loading, since it is loaded once for many files', () => {
  const modules = globSync('test/**/*.ts', {
    cwd: repositoryRoot,
    exclude: (path) => path.endsWith('node_modules') || path.endsWith('.test.ts'),
  }).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  expect(modules.length).toBeGreaterThan(100);
  const registers = (file: string) =>
    /^(before|after)(Each|All)\(/m.test(readFileSync(join(repositoryRoot, file), 'utf8'));
  expect(modules.filter(registers)).toEqual([]);
});
