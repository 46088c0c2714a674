import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Tally } from './judge-mutants.ts';

export interface JudgeSoak {
  readonly streams: number;
  /** Seed of the first stream. Each stream has the next seed. */
  readonly seed: number;
  /** Latest end, in milliseconds since the epoch. */
  readonly until: number;
}

/** Judges mutated streams on all processors. */
export async function soakJudge({ streams, seed, until }: JudgeSoak): Promise<Tally> {
  const workers = availableParallelism();
  const share = Math.ceil(streams / workers);
  const tallies = await Promise.all(
    Array.from({ length: workers }, (_, index) => {
      const from = seed + index * share;
      return run(from, Math.min(from + share, seed + streams), until);
    }),
  );
  return tallies.reduce(add);
}

function run(from: number, to: number, until: number): Promise<Tally> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./judge-worker.ts', import.meta.url), {
      workerData: { from, to, until },
    });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

function add(left: Tally, right: Tally): Tally {
  const verdicts = { ...left.verdicts };
  for (const verdict of Object.keys(verdicts) as (keyof typeof verdicts)[])
    verdicts[verdict] += right.verdicts[verdict];
  return {
    streams: left.streams + right.streams,
    bytes: left.bytes + right.bytes,
    verdicts,
    failures: [...left.failures, ...right.failures],
  };
}
