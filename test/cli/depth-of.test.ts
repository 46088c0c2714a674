import { expect, it } from 'vitest';
import { depthOf } from '../../src/cli/depth-of.ts';
import { readTargetOptions } from '../../src/cli/target-options.ts';

const URL = 'http://127.0.0.1:1';

it.each([
  [[], 'full'],
  [['--fast'], 'basic'],
  [['--fast', '--depth', 'standard'], 'standard'],
  [['--fast', '--only', 'chats'], 'full'],
  [['--fast', '--only-failed', 'report.json'], 'full'],
  [['--fast', '--shard', '1/4'], 'basic'],
  [['--depth', 'basic', '--only', 'chats'], 'basic'],
  [['--explore', '1m'], 'full'],
] as const)('a run with %j has its depth', (flags, depth) => {
  expect(depthOf(readTargetOptions([URL, ...flags]))).toBe(depth);
});
