import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { Tally } from './judge-mutants.ts';

/** `npm run soak`: what is too long for `npm test`. Bounded by the number of streams and by time, whichever is first. */
const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '30' },
  },
});
const streams = Number(values.streams);
const first = Number(values.seed);
const until = Date.now() + Number(values.minutes) * 60_000;
const workers = availableParallelism();
const share = Math.ceil(streams / workers);

const begun = Date.now();
const tallies = await Promise.all(Array.from({ length: workers }, (_, index) => run(first + index * share)));
const seconds = (Date.now() - begun) / 1000;

const failures = tallies.flatMap((tally) => tally.failures);
const judged = tallies.reduce((sum, tally) => sum + tally.streams, 0);
const megabytes = tallies.reduce((sum, tally) => sum + tally.bytes, 0) / 1e6;
for (const failure of failures.slice(0, 20)) console.log(failure);
console.log(
  `${judged} mutated streams (${megabytes.toFixed(0)} MB) judged in ${seconds.toFixed(0)} s, seeds from ${first}`,
);
for (const verdict of ['conformant', 'nonconformant', 'incomplete', 'nothing-ran'] as const) {
  console.log(`  ${verdict}: ${tallies.reduce((sum, tally) => sum + tally.verdicts[verdict], 0)}`);
}
console.log(`${failures.length} differed or threw`);
process.exitCode = failures.length > 0 || judged < streams ? 1 : 0;

function run(from: number): Promise<Tally> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./soak-worker.ts', import.meta.url), {
      workerData: { from, to: Math.min(from + share, first + streams), until },
    });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
