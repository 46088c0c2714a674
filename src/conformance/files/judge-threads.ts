import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Judgement } from '../judge/judgement.ts';
import type { InputOutcome, PlainJudgeOptions, SharedWork } from './judge-files.ts';

/** Starts a thread that judges files of the shared work. */
export function startWorker(work: SharedWork, options: PlainJudgeOptions): Worker {
  // The worker has the extension of this file: .ts in the repository, .cjs in the package.
  const file = new URL(`./judge-worker${extname(import.meta.url)}`, import.meta.url);
  return new Worker(file, { workerData: { work, options } });
}

/** Passes the outcomes of a thread to `keep` until the thread ends. */
export function finish(worker: Worker, keep: (index: number, outcome: InputOutcome) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on('message', ({ index, outcome }: { index: number; outcome: InputOutcome }) => {
      keep(index, 'judgement' in outcome ? { judgement: revive(outcome.judgement) } : outcome);
    });
    worker.on('error', reject);
    worker.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`a judging thread ended with code ${code}`));
    });
  });
}

/** A message between threads keeps the members of an object and loses its class. */
function revive(plain: Judgement): Judgement {
  return Object.assign(new Judgement(), plain);
}
