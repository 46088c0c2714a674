import { expect, it } from 'vitest';
import { soakDisks } from './disks.ts';

it.skipIf(process.platform === 'win32')(
  'a server whose disk becomes full goes on serving, and loses no turn that it reported as completed',
  async () => {
    const { problems, completed, failed } = await soakDisks({ disks: 2, seed: 1 });
    expect(problems).toEqual([]);
    expect(completed).toBeGreaterThan(2);
    expect(failed).toBeGreaterThan(2);
  },
);
