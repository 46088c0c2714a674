import { execFile } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { testEnvironment } from '../../../scripts/test/environment.ts';
import { type BuiltClient, buildPublishedClient } from './build.ts';
import { type LeakServer, startLeakServer } from './leak-server.ts';
import { startWorker } from './workerd.ts';

/** Everything that grew during calls of one kind. */
interface Growth {
  readonly bytesPerCall: number;
  readonly listeners: number;
  readonly timers: number;
  readonly connections: number;
}

/** The number of kinds of calls in leaks.js. */
const SORTS = 27;
/** The number of calls of each kind, and the bytes that each may leave behind. A leaking call leaves thousands. */
interface Thoroughness {
  readonly calls: number;
  readonly bytesPerCall: number;
}
export const THOROUGH: Thoroughness = { calls: 3_000, bytesPerCall: 300 };
/** For the other runtimes, which take minutes each. With so few calls, Node 22 keeps some 600 bytes per call for a while. */
const QUICK: Thoroughness = { calls: 2_000, bytesPerCall: 800 };
/** The limit of a test, in milliseconds. It takes minutes on idle cores. */
export const LEAK_TIMEOUT = 1_800_000;
/** A pool of connections, each with a timer, may still grow slightly. */
const POOL = 100;

/** Makes the calls in a Node or Bun process, and checks that they leave nothing behind. */
export async function expectNoLeaks(
  program: string,
  flags: readonly string[],
  signal: AbortSignal,
  thoroughness = QUICK,
) {
  await measure(thoroughness, async (client, server) => {
    const script = join(import.meta.dirname, 'leaks-on-node.js');
    const args = [...flags, script, pathToFileURL(client.file).href, server.url, String(thoroughness.calls)];
    const { stdout, stderr } = await promisify(execFile)(program, args, { env: testEnvironment(), signal });
    expect(stderr).toBe('');
    return stdout;
  });
}

/** Does the same in a workerd worker. */
export async function expectNoLeaksInWorkerd(program: string, signal: AbortSignal) {
  await measure(QUICK, async (client, server) => {
    const folder = dirname(client.file);
    const modules = ['leaks-on-workerd.js', 'leaks.js', 'index.js'];
    for (const file of modules.slice(0, 2)) {
      copyFileSync(join(import.meta.dirname, file), join(folder, file));
    }
    const worker = await startWorker(program, folder, modules);
    try {
      server.readHeap = worker.readHeap;
      return await (
        await fetch(`${worker.url}/?server=${server.url}&calls=${QUICK.calls}`, { signal })
      ).text();
    } finally {
      await worker.close();
    }
  });
}

/** @param make makes the calls, and returns the growth of each kind as a line of JSON */
async function measure(
  { bytesPerCall }: Thoroughness,
  make: (client: BuiltClient, server: LeakServer) => Promise<string>,
): Promise<void> {
  const client = await buildPublishedClient();
  const server = await startLeakServer();
  try {
    const lines = (await make(client, server)).trimEnd().split('\n');
    const growths: [sort: string, growth: Growth][] = lines.map((line) => JSON.parse(line));
    expect(growths).toHaveLength(SORTS);
    expect(growths.filter(([, growth]) => isLeak(growth, bytesPerCall))).toEqual([]);
  } finally {
    await server.close();
    client.remove();
  }
}

function isLeak({ bytesPerCall, listeners, timers, connections }: Growth, allowed: number): boolean {
  return bytesPerCall >= allowed || listeners > 0 || timers > POOL || connections > POOL;
}
