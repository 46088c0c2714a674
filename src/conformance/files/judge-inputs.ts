import type { Worker } from 'node:worker_threads';
import type { Packing } from '../recordings/detect-format.ts';
import { FileSource } from '../recordings/file-source.ts';
import type { JudgeOptions } from '../recordings/format-judge.ts';
import type { InputSource } from '../recordings/input.ts';
import type { FoundInput } from './find-inputs.ts';
import { type InputOutcome, judgeFiles, judgeOne, type SharedWork } from './judge-files.ts';

export interface JudgeInputsOptions extends JudgeOptions {
  /** Number of threads, including the calling one; 1 by default. */
  readonly jobs?: number;
  /** Called now and then with the number of bytes of all inputs that were judged so far. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

/** Packed files that one thread begins to unpack while it judges another. Several threads keep all cores busy without. */
const AHEAD = 2;
/** Milliseconds between reports of progress while only other threads work. */
const TICK_MS = 200;

/**
 * Judges all inputs, on several threads if `jobs` says so, and keeps none of the outcomes.
 *
 * @param keep called with the outcome of each input and its index. Several threads end in any order
 */
export async function judgeEach(
  inputs: readonly FoundInput[],
  { jobs = 1, onProgress, onGarbage, ...options }: JudgeInputsOptions,
  keep: (index: number, outcome: InputOutcome) => void,
): Promise<void> {
  const work = shareWork(inputs);
  const pipes = [...inputs.entries()].filter(([, { source }]) => !isFile(source));
  const reportProgress = onProgress && (() => onProgress(Number(Atomics.load(work.done, 0))));

  const threads = Math.min(jobs, work.tasks.length + (pipes.length > 0 ? 1 : 0));
  const workers: Worker[] = [];
  let others: Promise<unknown> | undefined;
  if (threads > 1) {
    const { finish, startWorker } = await import('./judge-threads.ts');
    for (let thread = 1; thread < threads; thread += 1) workers.push(startWorker(work, options));
    others = Promise.all(workers.map((worker) => finish(worker, keep)));
    // Awaited below. Until then a failure must not count as an unhandled rejection.
    others.catch(() => {});
  }
  const timer = reportProgress && setInterval(reportProgress, TICK_MS);
  try {
    for (const [index, { source, format }] of pipes) {
      keep(index, await judgeOne(() => source, format, { ...options, onGarbage }, work.done, reportProgress));
    }
    const ahead = threads > 1 ? 0 : AHEAD;
    await judgeFiles(work, { ...options, onGarbage }, keep, { onProgress: reportProgress, ahead });
    await others;
  } finally {
    clearInterval(timer);
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

function shareWork(inputs: readonly FoundInput[]): SharedWork {
  const tasks = [...inputs.entries()]
    .filter(([, { source }]) => isFile(source))
    .map(([index, { source, format }]) => ({ index, path: source.name, format, packing: packingOf(source) }));
  return {
    tasks,
    next: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
    done: new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT)),
  };
}

function packingOf(source: InputSource): Packing | undefined {
  return source instanceof FileSource ? source.packing : undefined;
}

/** Whether another thread can open the source by its name. */
function isFile(source: InputSource): boolean {
  return source instanceof FileSource;
}
