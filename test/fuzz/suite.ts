import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { alarmsIn, judgeReference } from '../../scripts/ledger/judge-reference.ts';
import { CHECKS } from '../../src/conformance/checks/index.ts';

export interface SuiteSoak {
  readonly runs: number;
  /** When it stops in any case, in milliseconds since the epoch. */
  readonly until: number;
}

export interface SuiteTally {
  readonly runs: number;
  /** What was held against the sound server, and what did not come to its end. */
  readonly problems: readonly string[];
}

/** Minutes of waiting show the same in every run, and half hours would make this last for one. */
const checks = CHECKS.filter(({ waits = 0 }) => waits < 600_000);

/** Takes as much of a core as it gets. */
const BUSY = 'for (let n = 0; ; n = (n + 1) % 1e9) Math.sqrt(n);';

/** Runs the suite against the sound server again and again, while every core is busy with something else. */
export async function soakSuite({ runs, until }: SuiteSoak): Promise<SuiteTally> {
  const busy = Array.from({ length: availableParallelism() }, () => new Worker(BUSY, { eval: true }));
  const problems: string[] = [];
  let done = 0;
  try {
    while (done < runs && Date.now() < until) {
      const { report } = await judgeReference({ checks });
      problems.push(...alarmsIn(report, ['failed', 'warned']), ...report.incomplete);
      done += 1;
    }
  } finally {
    await Promise.all(busy.map((worker) => worker.terminate()));
  }
  return { runs: done, problems };
}
