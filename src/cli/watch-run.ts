import { sanitize } from '../conformance/report/sanitize.ts';
import type { judgeTarget } from '../conformance/run/judge-target.ts';
import { UsageError } from './arguments.ts';
import { EXIT, type Io } from './io.ts';
import { RunProgress } from './run-progress.ts';
import type { Suite } from './suite.ts';
import { onceSignalled } from './until-signalled.ts';
import { keepMemorySmall } from './young-generation.ts';

/** The options with which a command watches and stops a run. */
export type Watch = Pick<
  Parameters<typeof judgeTarget>[0],
  'signal' | 'onReached' | 'onBegin' | 'onLookAgain' | 'onShorten' | 'onOutcome' | 'onGarbage'
>;

type Reached = Parameters<NonNullable<Watch['onReached']>>[0];

/** Leftovers that are named. A server that does not serve DELETE yet keeps everything that the run creates. */
const SHOWN_LEFTOVERS = 3;

/** Names what a run could not delete: each path, or the first few and the number of the others. */
export function nameLeftovers(paths: readonly string[]): string {
  const shown = paths.slice(0, SHOWN_LEFTOVERS).map((path) => sanitize(path));
  const rest = paths.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more; \`--reporter json\` lists them` : ''}`;
}

/**
 * Runs checks and shows the progress. Ctrl-C, SIGTERM or SIGHUP ends the run early. A first signal that comes while the report is written
 * is ignored, so that the report is not lost.
 */
export async function watch<Result>(
  suite: Suite,
  io: Io,
  cost: ConstructorParameters<typeof RunProgress>[1] & {
    /** What is said before the run begins; undefined says nothing. */
    readonly announce?: (reached: Reached) => string | undefined;
  },
  run: (watched: Watch) => Promise<{ readonly result: Result; readonly leftovers: readonly string[] }>,
  conclude: (result: Result) => Promise<number>,
): Promise<number> {
  const stop = new AbortController();
  const progress = new RunProgress(io.stderr, cost);
  const ignoreSignals = onceSignalled(() => {
    stop.abort();
    progress.stop();
  });
  progress.start();
  try {
    const { result, leftovers } = await run({
      signal: stop.signal,
      onReached: (reached) => progress.announce(cost.announce?.(reached)),
      onBegin: (check) => progress.begin(check),
      onLookAgain: (check, left) => progress.lookAgain(check, left),
      onShorten: (now) => progress.shorten(now),
      onOutcome: ({ check, status }) => progress.end(check, status),
      onGarbage: keepMemorySmall(false),
    });
    progress.clear();
    if (leftovers.length > 0) io.stderr.write(`not cleaned up: ${nameLeftovers(leftovers)}\n`);
    return await conclude(result);
  } catch (error) {
    progress.clear();
    if (!(error instanceof suite.TargetError)) throw error;
    if (error.code === 'token-rejected') throw new UsageError(error.message, { cause: error });
    const target = sanitize(error.target, 200);
    io.stderr.write(`conversation-api: ${target}: ${sanitize(error.message, 500)}\n`);
    return EXIT.broken;
  } finally {
    ignoreSignals();
  }
}
