import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { testEnvironment } from '../../../scripts/test/environment.ts';
import { buildPublishedClient } from './build.ts';
import { startLeakServer } from './leak-server.ts';

/** What grew while 4,000 calls of one sort were made. */
interface Growth {
  readonly bytesPerCall: number;
  readonly listeners: number;
  readonly timers: number;
  readonly connections: number;
}

/** The sorts of calls in leaks.js. */
const SORTS = 27;
/** A call leaves far more behind when it leaks anything: its smallest object that ever leaked had 6,500 bytes. */
const BYTES_PER_CALL = 200;
/** A pool of connections, each with a timer, may still grow by a few. */
const POOL = 100;

/**
 * Makes 5,000 calls of every sort in a process of its own, and checks that they leave nothing behind.
 * @param program Node or Bun @param flags its options
 */
export async function expectNoLeaks(
  program: string,
  flags: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const client = await buildPublishedClient();
  const server = await startLeakServer();
  try {
    const script = join(import.meta.dirname, 'leaks-on-node.js');
    const args = [...flags, script, pathToFileURL(client.file).href, server.url];
    const { stdout, stderr } = await promisify(execFile)(program, args, { env: testEnvironment(), signal });
    const lines = stdout.trimEnd().split('\n');
    expectNoGrowth(lines.map((line) => JSON.parse(line)));
    expect(stderr).toBe('');
  } finally {
    await server.close();
    client.remove();
  }
}

/** @param growths by the names of the sorts */
export function expectNoGrowth(growths: readonly (readonly [name: string, growth: Growth])[]): void {
  const leaks = growths.filter(
    ([, { bytesPerCall, listeners, timers, connections }]) =>
      bytesPerCall >= BYTES_PER_CALL || listeners > 0 || timers > POOL || connections > POOL,
  );
  expect(leaks).toEqual([]);
  expect(growths).toHaveLength(SORTS);
}
