import { readGenerated } from '../generated.ts';
import type { LiveReport } from '../report/live-report.ts';
import type { ReportHeader, TargetReport } from '../report/model.ts';

/** What the judge found in one recording, as spec/formats/report.schema.json describes it. */
export type RecordingReport = ReportHeader & TargetReport & { readonly mode: 'recording' };

/**
 * What a run of the suite found, as spec/formats/report.schema.json describes it. It holds no credential of the profile and none
 * that was sent; its `evidence` is what was exchanged where something was found, redacted.
 */
export type SuiteReport = ReportHeader & LiveReport & { readonly mode: 'live' };

/** What every report begins with. */
export function reportHeader<Mode extends ReportHeader['mode']>(
  mode: Mode,
  contract: string,
): ReportHeader & { readonly mode: Mode } {
  // The manifest stands beside the folder that is read otherwise.
  const { version } = readGenerated<{ readonly version: string }>('../package.json');
  return { tool: { name: 'conversation-api', version }, contract, mode };
}
