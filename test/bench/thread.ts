import { parentPort } from 'node:worker_threads';
import { judgeFiles, type SharedWork } from '../../src/conformance/files/judge-files.ts';

/** A judging thread like that of the command, which judges a list of files for each message. */
parentPort?.on('message', async (work: SharedWork) => {
  await judgeFiles(work, {}, () => {});
  parentPort?.postMessage('done');
});
