import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { repositoryRoot } from '../../../scripts/test/environment.ts';
import { testFiles } from '../../../scripts/test/extras.ts';
import { OUTER, outerFiles } from '../../../scripts/test/tiers.ts';

describe('the outer tier', () => {
  it.each([
    ['test/installed.test.ts', true],
    ['test/client/runtimes/chromium.test.ts', true],
    ['test/recipes/check.test.ts', true],
    ['test/event-stream/reader.test.ts', false],
    ['test/alterations/families/families.test.ts', false],
    ['test/reference/models/openai/model.test.ts', false],
  ])('has the file %s: %s', (file, isOuter) => {
    expect(outerFiles().includes(file)).toBe(isOuter);
  });

  it('includes each file that installs packages while it runs', () => {
    const installing = testFiles().filter((file) =>
      /\binstallExtras\(\['(?!test\/scripts)/.test(readFileSync(join(repositoryRoot, file), 'utf8')),
    );
    expect(installing).toContain('test/portal/judge-worker.test.ts');
    expect(outerFiles()).toEqual(expect.arrayContaining(installing));
  });

  it('is excluded from `npm test` by both vitest projects', async () => {
    vi.stubEnv('TIER', 'inner');
    const { default: config } = await import('../../../vitest.config.ts');
    vi.unstubAllEnvs();
    const project = { test: { exclude: expect.arrayContaining([...outerFiles()]) } };
    expect(config).toMatchObject({ test: { projects: [project, project] } });
  });
});

it.each(OUTER)('%s, which is in the outer tier, exists', (pattern) => {
  expect(globSync(pattern, { cwd: repositoryRoot })).not.toEqual([]);
});
