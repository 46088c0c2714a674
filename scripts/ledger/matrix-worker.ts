/** A worker thread that judges breakages, one at a time, as the main thread names them. */
import { parentPort } from 'node:worker_threads';
import { judgeShort, MATRIX } from './matrix.ts';

parentPort?.on('message', async (id: string) => {
  const breakage = MATRIX.find((each) => each.id === id);
  if (!breakage) throw new RangeError(`there is no breakage ${id}`);
  parentPort?.postMessage(await judgeShort(breakage));
});
