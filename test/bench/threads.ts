import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { linkSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { SharedWork } from '../../src/conformance/files/judge-files.ts';
import type { Figure } from './figure.ts';
import { compare } from './measure.ts';

const ROUNDS = 5;
/** How many times one measurement judges the files. Once would be too short. */
const TIMES = 4;
/** How many names each file gets for the command, so that it judges about 3 GB. The command judges each name only once. */
const NAMES = 10;
const program = fileURLToPath(new URL('../../dist/bin/conversation-api.cjs', import.meta.url));

/** Compares two threads with one: warm, like the other figures, and from the command line with its start. */
export async function benchThreads(paths: readonly string[]): Promise<Figure[]> {
  const detail = `${paths.length} files, on ${availableParallelism()} cores`;
  const threads = [0, 1].map(() => new Worker(new URL('./thread.ts', import.meta.url)));
  const often = Array.from({ length: TIMES }, () => paths).flat();
  const warm = await compare(
    { one: () => judge(threads.slice(0, 1), often), two: () => judge(threads, often) },
    ROUNDS,
  );
  await Promise.all(threads.map((thread) => thread.terminate()));
  const many = paths.flatMap((path) => [path, ...linkNames(path)]);
  const run = (jobs: string) => () =>
    execFileSync(process.execPath, [program, 'check', '--jobs', jobs, ...many], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const cold = await compare({ one: run('1'), two: run('2') }, ROUNDS);
  return [
    { name: 'two judging threads to one, warm', ratio: warm.one / warm.two, goal: { atLeast: 1.6 }, detail },
    {
      name: '`check --jobs 2` to `--jobs 1`, starting and reporting included',
      ratio: cold.one / cold.two,
      goal: { atLeast: 1.8 },
      detail: `${many.length} files; ${(cold.two * 1000).toFixed(0)} ms and ${(cold.one * 1000).toFixed(0)} ms`,
    },
  ];
}

/** Gives a file more names. */
function linkNames(path: string): string[] {
  return Array.from({ length: NAMES - 1 }, (_, index) => {
    const name = `${path}.${index}`;
    linkSync(path, name);
    return name;
  });
}

async function judge(threads: readonly Worker[], paths: readonly string[]): Promise<void> {
  const work: SharedWork = {
    tasks: paths.map((path, index) => ({ index, path, format: 'sse' })),
    next: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
    done: new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT)),
  };
  await Promise.all(
    threads.map((thread) => {
      const finished = once(thread, 'message');
      thread.postMessage(work);
      return finished;
    }),
  );
}
