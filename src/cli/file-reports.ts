import type { FoundInput } from '../conformance/files/find-inputs.ts';
import type { Shard } from '../conformance/files/shard.ts';
import type { Judgement } from '../conformance/judge/judgement.ts';
import { FileSource } from '../conformance/recordings/file-source.ts';
import { loadRows } from '../conformance/registry/registry.ts';
import { assembleReport } from '../conformance/report/assemble.ts';
import { reportHeader } from '../conformance/report/header.ts';
import { type TargetReport, targetsOf } from '../conformance/report/model.ts';
import type { Tally } from '../conformance/report/summary/tally.ts';
import { reportTarget } from '../conformance/report/target.ts';
import type { Results } from './render-report.ts';
import { needsWhole, type ReportPlace } from './reporters.ts';

interface FileReportsOptions {
  readonly places: readonly ReportPlace[];
  readonly shard: Shard | undefined;
}

/**
 * Collects the results of files: a report of each file, a summary of all files, or both. Only the reports take more memory with more files.
 */
export class FileReports {
  readonly #rows = loadRows();
  readonly #inputs: readonly FoundInput[];
  readonly #shard: Shard | undefined;
  readonly #targets: TargetReport[] | undefined;
  readonly #tally: Tally | undefined;
  readonly #hasPage: boolean;

  private constructor(
    inputs: readonly FoundInput[],
    { places, shard }: FileReportsOptions,
    tally: Tally | undefined,
  ) {
    this.#inputs = inputs;
    this.#shard = shard;
    this.#tally = tally;
    this.#hasPage = places.some(({ reporter }) => reporter === 'html');
    this.#targets = needsWhole(places) ? [] : undefined;
  }

  static async open(inputs: readonly FoundInput[], options: FileReportsOptions): Promise<FileReports> {
    const hasSummary = options.places.some(({ reporter }) => reporter === 'summary');
    const tally = hasSummary
      ? new (await import('../conformance/report/summary/tally.ts')).Tally()
      : undefined;
    return new FileReports(inputs, options, tally);
  }

  /** @param index of the input */
  add(index: number, judgement: Judgement): void {
    const input = this.#inputs[index];
    if (!input) return;
    const target = reportTarget(input.source.name, judgement, this.#rows);
    this.#tally?.addTarget(target, index);
    if (this.#targets) this.#targets[index] = target;
  }

  async finish(): Promise<Results> {
    const header = reportHeader('recording', this.#rows.contract);
    const report = this.#targets && assembleReport(header, await this.#locateAll(this.#targets), this.#shard);
    await this.#tally?.replaceExamples(async (example, index) => {
      const line = example.offset === undefined ? undefined : await this.#lineOf(index, example.offset);
      return line === undefined ? example : { ...example, line };
    });
    const summary = this.#tally?.report(header, this.#shard);
    const streams = await this.#readStreams(report && targetsOf(report));
    if (summary) return { report, summary, streams };
    if (report) return { report, streams };
    throw new Error('neither a report of each file nor a summary was asked for');
  }

  /** Reads the streams of the recordings if there is an HTML report, which draws them. */
  async #readStreams(targets: readonly TargetReport[] | undefined): Promise<Results['streams']> {
    if (!this.#hasPage || !targets) return undefined;
    return (await import('./read-timelines.ts')).readTimelines(targets, this.#inputs);
  }

  async #locateAll(targets: readonly TargetReport[]): Promise<TargetReport[]> {
    const located: TargetReport[] = [];
    for (const [index, target] of targets.entries()) located.push(await this.#locate(target, index));
    return located;
  }

  /** Adds line numbers to the findings of a raw stream that can be read again. */
  async #locate(target: TargetReport, index: number): Promise<TargetReport> {
    const source = this.#lines(index);
    if (!source || (target.summary.failed + target.summary.warned === 0 && !target.damage)) return target;
    const { addLines, offsetsOf } = await import('../conformance/report/add-lines.ts');
    const { locateLines } = await import('../conformance/recordings/locate-lines.ts');
    return addLines(target, await locateLines(source, offsetsOf(target)));
  }

  async #lineOf(index: number, offset: number): Promise<number | undefined> {
    const source = this.#lines(index);
    if (!source) return undefined;
    const { locateLines } = await import('../conformance/recordings/locate-lines.ts');
    return (await locateLines(source, [offset])).get(offset);
  }

  /** The file of an input, if its lines are the lines of the stream. */
  #lines(index: number): FileSource | undefined {
    const { source, format } = this.#inputs[index] ?? {};
    return format === 'sse' && source instanceof FileSource ? source : undefined;
  }
}
