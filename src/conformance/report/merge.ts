import { LiveMerge } from './live-merge.ts';
import { isMultiple, type SingleReport } from './model.ts';
import { asReport, asTarget, ReportError } from './read-report.ts';
import type { ReportValues } from './report-stream.ts';
import { asSummary, looksLikeSummary } from './summary/read-summary.ts';
import { SummaryMerge } from './summary/summary-merge.ts';
import type { SummaryReport } from './summary/summary-report.ts';

/** The result of a merge: one report from the parts of a live run, or a summary of recordings. */
export type Merged =
  | { readonly report: SingleReport; readonly summary?: undefined }
  | { readonly report?: undefined; readonly summary: SummaryReport };

/**
 * Merges any number of reports one by one. The first report decides the kind of the result. The parts of a live run (`check URL --shard`)
 * become the report of the whole run. Reports and summaries of recordings become a summary.
 */
export class Merge {
  #live: LiveMerge | undefined;
  #summary: SummaryMerge | undefined;

  /** What kind of reports are merged; undefined before the first. */
  get mode(): 'live' | 'recording' | undefined {
    if (this.#live) return 'live';
    return this.#summary ? 'recording' : undefined;
  }

  /**
   * Receives the values in one file.
   *
   * @param name name of the file, for messages
   */
  of(name: string): ReportValues {
    return {
      target: (value) => this.#recordings(name).addTarget(asTarget(value, name)),
      report: (value) => this.#add(value, name),
    };
  }

  /** @throws ReportError when there was no report */
  finish(): Merged {
    if (this.#live) return { report: this.#live.finish() };
    if (this.#summary) return { summary: this.#summary.finish() };
    throw new ReportError('there is nothing to merge');
  }

  #add(value: unknown, name: string): void {
    if (looksLikeSummary(value)) {
      const summary = asSummary(value, name);
      this.#recordings(name).addHeader(summary, name);
      this.#recordings(name).addSummary(summary);
      return;
    }
    const report = asReport(value, name);
    if (!isMultiple(report) && report.mode !== 'recording') {
      this.#runs(name).add(report, name);
      return;
    }
    this.#recordings(name).addHeader(report, name);
    if (!isMultiple(report)) this.#recordings(name).addTarget(report);
  }

  #recordings(name: string): SummaryMerge {
    if (this.#live) throw new ReportError(`${name} is of recordings, and the others are of a live run`);
    this.#summary ??= new SummaryMerge();
    return this.#summary;
  }

  #runs(name: string): LiveMerge {
    if (this.#summary) throw new ReportError(`${name} is of a live run, and the others are of recordings`);
    this.#live ??= new LiveMerge();
    return this.#live;
  }
}
