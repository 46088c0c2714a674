import type { Shard } from '../../files/shard.ts';
import type { ReportHeader, TargetReport } from '../model.ts';
import { PartsSeen } from '../parts-seen.ts';
import { ReportError } from '../read-report.ts';
import type { SummaryReport } from './summary-report.ts';
import { Tally } from './tally.ts';

interface Headed extends ReportHeader {
  readonly shard?: Shard;
}

/** Merges reports and summaries of recordings into one summary. The memory used does not grow with their number. */
export class SummaryMerge {
  readonly #tally = new Tally();
  #first: { readonly name: string; readonly report: Headed } | undefined;
  #parts: PartsSeen | undefined;
  #order = 0;

  /** Adds one input of a report. */
  addTarget(target: TargetReport): void {
    this.#tally.addTarget(target, this.#next());
  }

  addSummary(summary: SummaryReport): void {
    this.#tally.addSummary(summary, this.#next());
  }

  /**
   * Records which report the inputs belong to.
   *
   * @throws ReportError when the report was written by another version, or is not part of the same run
   */
  addHeader({ tool, contract, mode, shard }: Headed, name: string): void {
    this.#first ??= { name, report: { tool, contract, mode, ...(shard && { shard }) } };
    const { name: first, report } = this.#first;
    const differences = [
      ...(contract === report.contract ? [] : [`contract ${contract}`]),
      ...(tool.version === report.tool.version ? [] : [`version ${tool.version}`]),
    ];
    if (differences.length > 0)
      throw new ReportError(`${name} cannot be merged with ${first}: it has ${differences.join(', ')}`);
    if ((shard === undefined) !== (report.shard === undefined))
      throw new ReportError(
        `${shard ? first : name} is not a part of a run, and ${shard ? name : first} is part of one; merge them separately`,
      );
    if (!shard) return;
    this.#parts ??= new PartsSeen(name, shard.count);
    this.#parts.add(shard, name);
  }

  /** The merged summary. If a part is missing, it is incomplete. @throws ReportError when there was no report */
  finish(): SummaryReport {
    if (!this.#first) throw new ReportError('there is nothing to merge');
    const { tool, contract, mode } = this.#first.report;
    this.#tally.leaveOut(this.#parts?.missing() ?? []);
    return this.#tally.report({ tool, contract, mode });
  }

  #next(): number {
    this.#order += 1;
    return this.#order;
  }
}
