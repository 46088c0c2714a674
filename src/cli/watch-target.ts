import { sanitize } from '../conformance/report/sanitize.ts';
import { keepChecks } from './failed-checks.ts';
import type { Io } from './io.ts';
import type { Plan } from './suite.ts';
import { untilRestarted } from './until-restarted.ts';
import { onceSignalled } from './until-signalled.ts';

/** One run of a plan: its exit code, and the ids of the checks that failed. */
export interface Judged {
  readonly code: number;
  readonly failed: ReadonlySet<string>;
}

/**
 * Runs a plan. Whenever the server has restarted, runs the failed checks again, or the whole plan if none failed. A signal ends this.
 *
 * @returns the exit code of the last run
 */
export async function watchTarget(
  url: string,
  plan: Plan,
  judge: (plan: Plan) => Promise<Judged>,
  io: Io,
): Promise<number> {
  const stop = new AbortController();
  const ignoreSignals = onceSignalled(() => stop.abort());
  try {
    let last = await judge(plan);
    while (!stop.signal.aborted) {
      const next = last.failed.size === 0 ? plan : keepChecks(plan, last.failed, 'passed before');
      io.stderr.write(
        `\nwaiting until ${sanitize(url, 200)} restarts, to run ${next.checks.length} checks; Ctrl-C ends it\n`,
      );
      await untilRestarted(url, stop.signal);
      if (!stop.signal.aborted) last = await judge(next);
    }
    return last.code;
  } finally {
    ignoreSignals();
  }
}
