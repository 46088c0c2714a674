import type { Breakage } from '../../src/alterations/alteration.ts';
import { runLimited } from '../../src/conformance/run/schedule.ts';
import { judgeInThreads } from './judge-in-threads.ts';
import { joinEntries, judgeLong, type MatrixEntry } from './matrix.ts';

export interface MatrixOptions {
  /** The number of threads that run the checks that finish soon. */
  readonly jobs: number;
  /** Called with each entry when both parts of the suite have judged its breakage. */
  onEntry(entry: MatrixEntry): void;
}

/** How many servers wait at the same time. Each needs some memory and almost no CPU. */
const SIDE_BY_SIDE = 24;
// Each run adds a listener for unhandled rejections.
process.setMaxListeners(SIDE_BY_SIDE + 10);

/** Runs the whole suite against one server per breakage. */
export async function runMatrix(
  breakages: readonly Breakage[],
  { jobs, onEntry }: MatrixOptions,
): Promise<void> {
  const parts = new Map<string, MatrixEntry>();
  const collect = (part: MatrixEntry) => {
    const other = parts.get(part.breakage);
    if (other) onEntry(joinEntries(part, other));
    else parts.set(part.breakage, part);
  };
  const program = new URL('matrix-worker.ts', import.meta.url);
  await Promise.all([
    runLimited(breakages, SIDE_BY_SIDE, async (breakage) => collect(await judgeLong(breakage))),
    judgeInThreads(
      breakages.map(({ id }) => id),
      { program, jobs },
      collect,
    ),
  ]);
}
