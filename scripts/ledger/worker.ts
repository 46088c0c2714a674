/** A worker thread that judges altered servers one at a time, as requested by the main thread. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Traffic } from '../../src/alterations/families/traffic.ts';
import { judgesOf, type Kind, type Tasks } from './judges.ts';
import type { Answer } from './threads.ts';

const judges = judgesOf(() => workerData as Traffic);

parentPort?.on('message', async ({ kind, task }: { kind: Kind; task: Tasks[Kind] }) => {
  parentPort?.postMessage(await answer(judges[kind].judge as (task: Tasks[Kind]) => Promise<unknown>, task));
});

async function answer<Task>(judge: (task: Task) => Promise<unknown>, task: Task): Promise<Answer> {
  try {
    return { verdict: await judge(task) };
  } catch (error) {
    return { problem: error instanceof Error ? String(error.stack).slice(0, 1000) : String(error) };
  }
}
