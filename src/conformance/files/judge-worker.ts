import { parentPort, workerData } from 'node:worker_threads';
import { collectOften } from '../recordings/garbage.ts';
import { judgeFiles, type PlainJudgeOptions, type SharedWork } from './judge-files.ts';

/** A thread that judges files beside the main thread. */
const { work, options } = workerData as { work: SharedWork; options: PlainJudgeOptions };

// A function cannot be sent to a thread. The collector is a global here if the process that started the thread exposed it.
const { gc } = globalThis;
const onGarbage = gc && collectOften((options) => (options ? gc(options) : gc()));

// A failure becomes an `error` event of the thread.
void judgeFiles(work, { ...options, onGarbage }, (index, outcome) =>
  parentPort?.postMessage({ index, outcome }),
);
