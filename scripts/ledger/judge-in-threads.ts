import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { runLimited } from '../../src/conformance/run/schedule.ts';

export interface ThreadOptions {
  /** The program of each thread. It answers each id with one message. */
  readonly program: URL;
  readonly jobs: number;
  /** Given to each thread when it starts. */
  readonly workerData?: unknown;
}

/** Judges things in several threads, by their ids. @param onJudged called with each result */
export async function judgeInThreads<Result>(
  ids: readonly string[],
  { program, jobs, workerData }: ThreadOptions,
  onJudged: (result: Result) => void,
): Promise<void> {
  const workers = Array.from(
    { length: Math.min(jobs, ids.length) },
    () => new Worker(program, { workerData }),
  );
  const idle = [...workers];
  try {
    await runLimited(ids, workers.length, async (id) => {
      const worker = idle.pop() as Worker;
      worker.postMessage(id);
      const [result] = (await once(worker, 'message')) as [Result];
      idle.push(worker);
      onJudged(result);
    });
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}
