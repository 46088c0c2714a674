import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { FAILURES } from './compared/failures.ts';
import { OFFERS } from './compared/offers.ts';

const FEATURES = { ...FAILURES, ...OFFERS };

/** The rows of the table in docs/client.md that this file runs. */
function documented(): Readonly<Record<string, readonly string[]>> {
  const page = readFileSync(resolve(repositoryRoot, 'docs/client.md'), 'utf8');
  const [, chapter = ''] = page.split('\nWhat a run of all four shows:\n');
  const [table = ''] = chapter.trimStart().split('\n\n');
  const rows = table.split('\n').slice(2);
  return Object.fromEntries(
    rows.map((row) => {
      const [name = '', ...cells] = row.slice(2, -2).split(' | ');
      return [name, cells];
    }),
  );
}

describe('the table of what clients do', () => {
  beforeEach(() => {
    // Each client waits before it repeats.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  it('has the rows of this test', () => {
    expect(Object.keys(documented())).toEqual(Object.keys(FEATURES));
  });

  it.each(Object.entries(FEATURES))('is right: %s', async (name, tries) => {
    const found: string[] = [];
    for (const column of ['openai', 'anthropic', 'aiSdk', 'ours'] as const) {
      const result = tries[column]();
      await vi.advanceTimersByTimeAsync(30_000);
      found.push((await result) ? 'yes' : 'no');
    }
    expect(found).toEqual(documented()[name]);
  });
});
