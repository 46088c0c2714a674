import { linkToDocs } from '../conformance/report/docs-links.ts';
import type { Report } from '../conformance/report/model.ts';
import { sanitize } from '../conformance/report/sanitize.ts';
import { exitOf } from '../conformance/verdict/exit-code.ts';
import { describeKnownFailures } from '../conformance/verdict/known-failures.ts';
import type { Io } from './io.ts';
import { publish } from './publish.ts';
import type { RenderOptions } from './render-report.ts';
import type { ReportPlace } from './reporters.ts';

export interface ConcludeOptions {
  readonly places: readonly ReportPlace[];
  readonly isVerbose: boolean;
  readonly failsOnWarning: boolean;
  /** Where the docs portal is. The reports then link to it. */
  readonly docs?: string | undefined;
  /** The streams of recordings by the name of the input, for the HTML report. */
  readonly streams?: RenderOptions['streams'];
}

/** Publishes a report, explains the exit code where the verdict does not, and returns it. All commands with a verdict end here. */
export async function concludeRun(report: Report, options: ConcludeOptions, io: Io): Promise<number> {
  if ('knownFailures' in report && report.knownFailures) {
    for (const line of describeKnownFailures(report.knownFailures)) {
      io.stderr.write(`${sanitize(line, 1000)}\n`);
    }
  }
  const linked = options.docs === undefined ? report : linkToDocs(report, options.docs);
  await publish(linked, options.places, options, io);
  const { code, reason } = exitOf(report, options);
  if (reason !== undefined) io.stderr.write(`exit code ${code}: ${reason}\n`);
  return code;
}
