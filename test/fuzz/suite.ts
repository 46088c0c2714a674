import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { alarmsIn, judgeReference } from '../../scripts/ledger/judge-reference.ts';
import { CHECKS } from '../../src/conformance/checks/index.ts';

export interface SuiteSoak {
  readonly runs: number;
  /** Latest end, in milliseconds since the epoch. */
  readonly until: number;
}

export interface SuiteTally {
  readonly runs: number;
  /** Findings against the sound server, and checks that did not reach their end. */
  readonly problems: readonly string[];
}

/** Leaves out the checks that wait for ten minutes or more, since each run would take as long. */
const checks = CHECKS.filter(({ waits = 0 }) => waits < 600_000);

/** Keeps a core busy. */
const BUSY = 'for (let n = 0; ; n = (n + 1) % 1e9) Math.sqrt(n);';

/** Runs the suite repeatedly against the sound server, while every core is busy. */
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
