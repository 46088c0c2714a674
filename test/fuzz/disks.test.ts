import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { serveWithin, soakDisks } from './disks.ts';

it.skipIf(process.platform === 'win32')(
  'a server whose disk becomes full keeps serving, and loses no turn that it reported as completed',
  async () => {
    const { problems, completed, failed } = await soakDisks({ disks: 2, seed: 1 });
    expect(problems).toEqual([]);
    expect(completed).toBeGreaterThan(2);
    expect(failed).toBeGreaterThan(2);
  },
);

it.skipIf(process.platform === 'win32')(
  'a server without room for its seed reports that in one line',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'conversation-api-disk-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    await expect(serveWithin(folder, 160)).rejects.toThrow(
      /: conversation-api: cannot write the store .*\n$/,
    );
  },
);
