import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Traffic } from '../../../src/alterations/families/traffic.ts';
import { runLimited } from '../../../src/conformance/run/schedule.ts';
import type { Judged } from './judge-alteration.ts';

/** Judges alterations in several threads. @param onJudged called with each result */
export async function judgeInThreads(
  ids: readonly string[],
  traffic: Traffic,
  jobs: number,
  onJudged: (judged: Judged) => void,
): Promise<void> {
  const file = new URL('worker.ts', import.meta.url);
  const workers = Array.from(
    { length: Math.min(jobs, ids.length) },
    () => new Worker(file, { workerData: traffic }),
  );
  const idle = [...workers];
  try {
    await runLimited(ids, workers.length, async (id) => {
      const worker = idle.pop() as Worker;
      worker.postMessage(id);
      const [judged] = (await once(worker, 'message')) as [Judged];
      idle.push(worker);
      onJudged(judged);
    });
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}
