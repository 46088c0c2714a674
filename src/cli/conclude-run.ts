import { describeVerdict } from '../conformance/report/describe.ts';
import { linkToDocs } from '../conformance/report/docs-links.ts';
import { isMultiple } from '../conformance/report/model.ts';
import { sanitize } from '../conformance/report/sanitize.ts';
import type { SummaryReport } from '../conformance/report/summary/summary-report.ts';
import { exitOf, type Judged } from '../conformance/verdict/exit-code.ts';
import { describeKnownFailures } from '../conformance/verdict/known-failures.ts';
import type { Remembering } from './history-file.ts';
import type { Io } from './io.ts';
import { publish } from './publish.ts';
import { type Results, render } from './render-report.ts';
import type { ReportPlace } from './reporters.ts';

export interface ConcludeOptions {
  readonly places: readonly ReportPlace[];
  readonly isVerbose: boolean;
  readonly listsReadings?: boolean | undefined;
  readonly failsOnWarning: boolean;
  /** The URL of the docs portal. If present, the reports link to it. */
  readonly docs?: string | undefined;
  /** The history to which the run is added. */
  readonly remembering?: Remembering | undefined;
}

/**
 * Publishes the results and returns the exit code. If the verdict does not explain the code, prints the reason. All commands with a verdict
 * end here.
 */
export async function concludeRun(results: Results, options: ConcludeOptions, io: Io): Promise<number> {
  const judged =
    results.summary === undefined
      ? results.report
      : (results.report ?? (await judgedBySummary(results.summary)));
  if ('knownFailures' in judged && judged.knownFailures) {
    for (const line of describeKnownFailures(judged.knownFailures)) {
      io.stderr.write(`${sanitize(line, 1000)}\n`);
    }
  }
  const linked =
    options.docs !== undefined && results.report
      ? { ...results, report: linkToDocs(results.report, options.docs) }
      : results;
  await publish(
    (reporter, shown) => render(linked, reporter, shown),
    options.places,
    options,
    await verdictLine(results),
    io,
  );
  if (options.remembering && results.report && !isMultiple(results.report)) {
    const { rememberRun } = await import('./history-file.ts');
    await rememberRun(results.report, options.remembering, io);
  }
  const { code, reason } = exitOf(judged, options);
  if (reason !== undefined) io.stderr.write(`exit code ${code}: ${reason}\n`);
  return code;
}

async function judgedBySummary(summary: SummaryReport): Promise<Judged> {
  const { countRows } = await import('../conformance/report/summary/render-summary.ts');
  const { verdict, requirements, incomplete, knownFailures } = summary;
  return {
    verdict,
    summary: countRows(summary),
    incomplete: incomplete.map(({ reason }) => reason),
    requirements,
    ...(knownFailures && { knownFailures }),
  };
}

async function verdictLine(results: Results): Promise<string> {
  if (!results.summary) return describeVerdict(results.report);
  const { describeSummary } = await import('../conformance/report/summary/render-summary.ts');
  return describeSummary(results.summary);
}
