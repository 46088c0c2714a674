/** A worker thread that judges generated alterations, one at a time, as the main thread names them. */
import { parentPort, workerData } from 'node:worker_threads';
import { FAMILIES } from '../../../src/alterations/families/index.ts';
import type { Traffic } from '../../../src/alterations/families/traffic.ts';
import { judgeAlteration } from './judge-alteration.ts';

/** What a worker needs to judge any alteration. */
export interface WorkerData {
  readonly traffic: Traffic;
}

const { traffic } = workerData as WorkerData;
const alterations = new Map(
  FAMILIES.flatMap((family) => [...family.generate(traffic)]).map((each) => [each.id, each]),
);
process.setMaxListeners(100);

parentPort?.on('message', async (id: string) => {
  const alteration = alterations.get(id);
  if (!alteration) throw new RangeError(`there is no alteration ${id}`);
  parentPort?.postMessage(await judgeAlteration(alteration));
});
