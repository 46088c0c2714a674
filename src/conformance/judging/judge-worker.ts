import { parentPort, workerData } from 'node:worker_threads';
import { judgeFiles, type PlainJudgeOptions, type SharedWork } from './judge-files.ts';

/** A thread that judges files beside the main one. */
const { work, options } = workerData as { work: SharedWork; options: PlainJudgeOptions };

// What fails here becomes an error event of the thread.
void judgeFiles(work, options, (index, outcome) => parentPort?.postMessage({ index, outcome }));
