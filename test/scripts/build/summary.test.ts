import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeBuild } from '../../../scripts/build/summary.ts';

it('lists the output of a build and its size', () => {
  const folder = mkdtempSync(join(tmpdir(), 'summary-'));
  try {
    mkdirSync(join(folder, 'client'));
    writeFileSync(join(folder, 'client/index.js'), 'x'.repeat(1_500_000));
    writeFileSync(join(folder, 'LICENSES.txt'), 'x'.repeat(100_000));
    const text = describeBuild(folder, 8900);
    expect(text).toContain('dist has 2 files, 1.6 MB:\n');
    expect(text).toContain('\n  client/       the client, 8.9 kB packed\n');
    expect(text.trimEnd().split('\n').at(-1)).toBe('Try it: npx --no conversation-api serve');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
