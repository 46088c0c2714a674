import { parentPort } from 'node:worker_threads';
import { judgeFiles, type SharedWork } from '../../src/conformance/judging/judge-files.ts';

/** A thread that judges what it is given, again and again, as a judging thread of the command does once. */
parentPort?.on('message', async (work: SharedWork) => {
  await judgeFiles(work, {}, () => {});
  parentPort?.postMessage('done');
});
