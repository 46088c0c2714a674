import { parentPort, workerData } from 'node:worker_threads';
import { judgeMutants } from './judge-mutants.ts';

const { from, to, until } = workerData as { from: number; to: number; until: number };
parentPort?.postMessage(judgeMutants(from, to, until));
