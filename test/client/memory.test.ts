import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { testEnvironment } from '../../scripts/test/environment.ts';

const PROGRAM = join(import.meta.dirname, 'harness/heap-slope.ts');
const SORTS = [
  'answered',
  'streamed',
  'failed',
  'timed out',
  'aborted',
  'aborted by one of two signals',
  'answered beside one signal',
  'left in the middle',
  'left in silence',
  'never read',
];

/** Bytes of heap that a call may leave behind. A turn that stays alive leaves its request of 6,500 bytes and much more. */
const MOST = 200;

it.each(SORTS)('a call that is %s leaves nothing behind', async (sort) => {
  const args = ['--expose-gc', '--no-warnings=ExperimentalWarning', PROGRAM, sort];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env: testEnvironment() });
  const { slope, timers } = JSON.parse(stdout);

  expect(slope).toBeLessThan(MOST);
  expect(timers).toBeLessThanOrEqual(0);
  // Node warns of listeners that add up.
  expect(stderr).toBe('');
});
