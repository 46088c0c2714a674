import { judgeOverSockets } from '../../scripts/ledger/judge-over-sockets.ts';
import { alarmsIn } from '../../scripts/ledger/judge-reference.ts';
import type { Check } from '../../src/conformance/suite/check-kit/check.ts';
import { openChaosProxy } from './chaos-proxy.ts';

export interface ChaosSoak {
  readonly checks: readonly Check[];
  readonly runs: number;
  /** Seed of the first run. Each further run uses the next seed. */
  readonly seed: number;
  /** No run starts after this time, in milliseconds since the epoch. */
  readonly until?: number;
}

export interface ChaosTally {
  readonly runs: number;
  /** Pieces into which the proxy cut the traffic. */
  readonly pieces: number;
  /** Findings against the sound server, and checks that did not reach their end. */
  readonly problems: readonly string[];
}

/** Runs the suite against the sound server, through a proxy that cuts and delays the bytes as a network may. */
export async function soakChaos({
  checks,
  runs,
  seed,
  until = Number.POSITIVE_INFINITY,
}: ChaosSoak): Promise<ChaosTally> {
  const problems: string[] = [];
  let pieces = 0;
  let done = 0;
  for (; done < runs && Date.now() < until; done += 1) {
    let count = () => 0;
    const { report } = await judgeOverSockets({
      checks,
      async openProxy(url) {
        const proxy = await openChaosProxy(url, seed + done);
        count = () => proxy.pieces;
        return proxy;
      },
    });
    pieces += count();
    const found = [...alarmsIn(report, ['failed', 'warned']), ...report.incomplete];
    problems.push(...found.map((problem) => `seed ${seed + done}: ${problem}`));
  }
  return { runs: done, pieces, problems };
}
