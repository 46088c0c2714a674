import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Breakage } from '../../src/alterations/breakages/breakage.ts';
import { runLimited } from '../../src/conformance/run/schedule.ts';
import { joinEntries, judgeLong, type MatrixEntry } from './matrix.ts';

export interface MatrixOptions {
  /** Threads that judge the checks that are over soon. */
  readonly jobs: number;
  /** Called with each entry once it is whole. */
  onEntry(entry: MatrixEntry): void;
}

/** Servers that wait for minutes side by side. Each takes some memory, and next to no time. */
const SIDE_BY_SIDE = 24;
// Each run listens for late failures of its own.
process.setMaxListeners(SIDE_BY_SIDE + 10);

/** Runs the whole suite against a server with each of the breakages. */
export async function runMatrix(
  breakages: readonly Breakage[],
  { jobs, onEntry }: MatrixOptions,
): Promise<void> {
  const parts = new Map<string, MatrixEntry>();
  const keep = (part: MatrixEntry) => {
    const other = parts.get(part.breakage);
    if (other) onEntry(joinEntries(part, other));
    else parts.set(part.breakage, part);
  };
  await Promise.all([
    runLimited(breakages, SIDE_BY_SIDE, async (breakage) => keep(await judgeLong(breakage))),
    inThreads(breakages, jobs, keep),
  ]);
}

async function inThreads(
  breakages: readonly Breakage[],
  jobs: number,
  keep: (part: MatrixEntry) => void,
): Promise<void> {
  const file = new URL('matrix-worker.ts', import.meta.url);
  const workers = Array.from({ length: Math.min(jobs, breakages.length) }, () => new Worker(file));
  const idle = [...workers];
  try {
    await runLimited(breakages, jobs, async ({ id }) => {
      const worker = idle.pop() as Worker;
      worker.postMessage(id);
      const [part] = (await once(worker, 'message')) as [MatrixEntry];
      idle.push(worker);
      keep(part);
    });
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}
