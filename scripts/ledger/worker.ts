/** A worker thread that judges altered servers one at a time, as requested by the main thread. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Traffic } from '../../src/alterations/families/traffic.ts';
import { judgesOf, type TaskKind, type Tasks } from './judges.ts';
import type { Answer } from './threads.ts';

const judges = judgesOf(() => workerData as Traffic);

parentPort?.on('message', async ({ kind, task }: { kind: TaskKind; task: Tasks[TaskKind] }) => {
  parentPort?.postMessage(
    await answer(judges[kind].judge as (task: Tasks[TaskKind]) => Promise<unknown>, task),
  );
});

async function answer<Task>(judge: (task: Task) => Promise<unknown>, task: Task): Promise<Answer> {
  try {
    return { verdict: await judge(task) };
  } catch (error) {
    return { problem: error instanceof Error ? String(error.stack).slice(0, 1000) : String(error) };
  }
}
