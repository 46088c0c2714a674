import type { InputStreams } from '../conformance/report/html/streams.ts';
import type { Report } from '../conformance/report/model.ts';
import type { PrettyOptions } from '../conformance/report/pretty.ts';
import type { SummaryReport } from '../conformance/report/summary/summary-report.ts';
import { UsageError } from './arguments.ts';
import { fromWorkspace } from './from-workspace.ts';
import type { Reporter } from './reporters.ts';

/** What a command reports: the report of every input, a summary of all, or both. */
export type Results = {
  /** The streams of recordings by the name of the input, for the HTML report. */
  readonly streams?: ReadonlyMap<string, InputStreams> | undefined;
} & (
  | { readonly report: Report; readonly summary?: undefined }
  | { readonly report?: Report | undefined; readonly summary: SummaryReport }
);

/**
 * Renders the results with one of the reporters. The code of each reporter is loaded on demand. If there is a summary, the text and the
 * badge show only the summary.
 */
export async function render(
  results: Results,
  reporter: Reporter,
  options: PrettyOptions = {},
): Promise<string> {
  if (results.summary) {
    const summary = await renderSummary(results.summary, reporter, options);
    if (summary !== undefined) return summary;
  }
  if (!results.report) throw new Error(`a summary cannot be written as ${reporter}`);
  try {
    return await renderWhole({ ...results, report: results.report }, reporter, options);
  } catch (error) {
    // A string in V8 has at most about 512 million characters.
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(
      `the report of so many inputs is too long for --reporter ${reporter}; --reporter summary does not grow with their number`,
      { cause: error },
    );
  }
}

/** @returns undefined for a form that needs the report of every input */
async function renderSummary(
  summary: SummaryReport,
  reporter: Reporter,
  options: PrettyOptions,
): Promise<string | undefined> {
  const { countRows, renderSummaryJson, renderSummaryText } = await import(
    '../conformance/report/summary/render-summary.ts'
  );
  if (reporter === 'summary') return renderSummaryJson(summary);
  if (reporter === 'pretty') return renderSummaryText(summary, options);
  if (reporter !== 'badge') return undefined;
  const { renderBadge } = await import('../conformance/report/badge.ts');
  return renderBadge({ verdict: summary.verdict, summary: countRows(summary) });
}

async function renderWhole(
  { report, streams }: Pick<Results, 'streams'> & { readonly report: Report },
  reporter: Reporter,
  options: PrettyOptions,
): Promise<string> {
  switch (reporter) {
    case 'json':
      return (await import('../conformance/report/json.ts')).renderJson(report);
    case 'junit':
      return (await import('../conformance/report/junit.ts')).renderJunit(report);
    case 'html':
      return (await import('../conformance/report/html/index.ts')).renderHtml(report, streams);
    case 'github':
      return (await import('../conformance/report/github.ts')).renderGithub(report, (file) =>
        fromWorkspace(file, process.env.GITHUB_WORKSPACE),
      );
    case 'gitlab':
      return (await import('../conformance/report/gitlab.ts')).renderGitlab(report, (file) =>
        fromWorkspace(file, process.env.CI_PROJECT_DIR),
      );
    case 'badge':
      return (await import('../conformance/report/badge.ts')).renderBadge(report);
    case 'pretty':
      return (await import('../conformance/report/pretty.ts')).renderPretty(report, options);
    case 'summary':
      throw new Error('no summary was made');
  }
}
