import type { Report } from '../conformance/report/model.ts';
import { sanitize } from '../conformance/report/sanitize.ts';
import { exitOf } from '../conformance/verdict/exit-code.ts';
import { describeKnownFailures } from '../conformance/verdict/known-failures.ts';
import type { Io } from './io.ts';
import { publish } from './publish.ts';
import type { ReportPlace } from './reporters.ts';

export interface ConcludeOptions {
  readonly places: readonly ReportPlace[];
  readonly isVerbose: boolean;
  readonly failsOnWarning: boolean;
}

/** Publishes a report, explains the exit code where the verdict does not, and returns it. All commands with a verdict end here. */
export async function concludeRun(report: Report, options: ConcludeOptions, io: Io): Promise<number> {
  if ('knownFailures' in report && report.knownFailures) {
    for (const line of describeKnownFailures(report.knownFailures)) {
      io.stderr.write(`${sanitize(line, 1000)}\n`);
    }
  }
  await publish(report, options.places, options.isVerbose, io);
  const { code, reason } = exitOf(report, options);
  if (reason !== undefined) io.stderr.write(`exit code ${code}: ${reason}\n`);
  return code;
}
