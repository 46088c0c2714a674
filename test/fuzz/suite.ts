import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { judgeOverSockets } from '../../scripts/ledger/judge-over-sockets.ts';
import { alarmsIn } from '../../scripts/ledger/judge-reference.ts';
import { CHECKS } from '../../src/conformance/suite/index.ts';

export interface SuiteSoak {
  /** Runs at all time scales together. */
  readonly runs: number;
  /** Milliseconds of the service's time per millisecond of real time. The runs use these scales in turn. */
  readonly timeScales: readonly number[];
  /** Latest end, in milliseconds since the epoch. */
  readonly until: number;
}

export interface SuiteTally {
  readonly runs: number;
  /** Findings against the sound server, and checks that did not reach their end. */
  readonly problems: readonly string[];
}

/** Checks that wait longer than this, in milliseconds of real time, are left out, since each run would take as long. */
const LONGEST_WAIT = 7000;

/** Keeps a core busy. */
const BUSY = 'for (let n = 0; ; n = (n + 1) % 1e9) Math.sqrt(n);';

/** Runs the suite repeatedly against the sound server, while every core is busy. */
export async function soakSuite({ runs, timeScales, until }: SuiteSoak): Promise<SuiteTally> {
  const busy = Array.from({ length: availableParallelism() }, () => new Worker(BUSY, { eval: true }));
  const problems: string[] = [];
  let done = 0;
  try {
    while (done < runs && Date.now() < until) {
      const timeScale = timeScales[done % timeScales.length] as number;
      const checks = CHECKS.filter(({ waits = 0 }) => waits < LONGEST_WAIT * timeScale);
      const { report } = await judgeOverSockets({ checks, timeScale });
      const alarms = [...alarmsIn(report, ['failed', 'warned']), ...report.incomplete];
      problems.push(...alarms.map((alarm) => `at time scale ${timeScale}: ${alarm}`));
      done += 1;
    }
  } finally {
    await Promise.all(busy.map((worker) => worker.terminate()));
  }
  return { runs: done, problems };
}
