import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeCost, processorSeconds } from '../../../scripts/test/processor-time.ts';

it('adds the time of a process and of the programs that it has started', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stat-'));
  const file = join(folder, 'stat');
  const after = Array.from({ length: 30 }, (_, index) => 1000 + index);
  // utime, stime, cutime and cstime, in hundredths of a second.
  after.splice(11, 4, 100, 20, 300, 5);
  writeFileSync(file, `17 (a program (1) of ours) ${['S', ...after.slice(1)].join(' ')}\n`);
  expect(processorSeconds(file)).toBe(4.25);
  expect(processorSeconds(join(folder, 'none'))).toBeUndefined();
  rmSync(folder, { recursive: true });
});

it('is part of a line about the cost of a run, where it is known', () => {
  expect(describeCost(1000, 61_000, 90.4)).toBe('took 60 s, and 90 s of processor time');
  expect(describeCost(1000, 61_000, undefined)).toMatch(/^took 60 s/);
});
