import { JoinedRuns } from './joined-runs.ts';
import type { SingleReport } from './model.ts';
import { PartsSeen } from './parts-seen.ts';
import { ReportError } from './read-report.ts';
import { addRounds, lackOf } from './rounds.ts';

/** Merges the reports of one run: of its parts (`--shard`), or of rounds that ran on several machines (`--repeat`). */
export class LiveMerge {
  readonly #joined = new JoinedRuns();
  readonly #incomplete: string[] = [];
  #first: { readonly name: string; readonly report: SingleReport } | undefined;
  #parts: PartsSeen | undefined;
  /** For the id of each run, the report that contains its rounds. */
  readonly #runs = new Map<string, string>();
  #repeated: SingleReport['repeated'];

  /** @throws ReportError when the report is not part of the same run */
  add(report: SingleReport, name: string): void {
    const { shard, repeated } = report;
    if (!shard && !repeated)
      throw new ReportError(
        `${name} is not a part of a run; merge takes reports of check URL --shard I/N or --repeat N, or of check-client --shard I/N`,
      );
    this.#first ??= { name, report: { ...report, evidence: [] } };
    rejectStranger(report, name, this.#first);
    if (shard) {
      this.#parts ??= new PartsSeen(name, shard.count);
      this.#parts.add(shard, name);
    }
    this.#refuseTwice(repeated, name);
    const lack = lackOf(repeated);
    this.#joined.add(report);
    this.#repeated = addRounds(this.#repeated, repeated);
    this.#incomplete.push(...report.incomplete.filter((reason) => reason !== lack));
  }

  /** Refuses a run whose rounds were already merged. */
  #refuseTwice(repeated: SingleReport['repeated'], name: string): void {
    for (const run of repeated?.runs ?? []) {
      const before = this.#runs.get(run);
      if (before !== undefined)
        throw new ReportError(`${before} and ${name} have the rounds of the same run; name one of them`);
      this.#runs.set(run, name);
    }
  }

  /** The merged report. If a part is missing, it is incomplete. @throws ReportError when there was no report */
  finish(): SingleReport {
    if (!this.#first) throw new ReportError('there is nothing to merge');
    const { tool, contract, mode, timeScale } = this.#first.report;
    const lack = lackOf(this.#repeated);
    const incomplete = [...(this.#parts?.missing() ?? []), ...(lack ? [lack] : []), ...this.#incomplete];
    return {
      tool,
      contract,
      mode,
      ...this.#joined.finish(incomplete),
      ...(timeScale !== undefined && { timeScale }),
      ...(this.#repeated && { repeated: this.#repeated }),
    };
  }
}

function rejectStranger(
  report: SingleReport,
  name: string,
  first: { readonly name: string; readonly report: SingleReport },
): void {
  const { report: other } = first;
  const { shard } = report;
  const differences = [
    ...(shard?.count === other.shard?.count
      ? []
      : [shard ? `${shard.count} parts` : 'rounds instead of parts']),
    ...(report.repeated && report.target !== other.target ? [`the target ${report.target}`] : []),
    ...(report.repeated && idsRun(report) !== idsRun(other) ? ['other checks'] : []),
    ...(report.mode === other.mode ? [] : [`the mode ${report.mode}`]),
    ...(report.contract === other.contract ? [] : [`contract ${report.contract}`]),
    ...(report.tool.version === other.tool.version ? [] : [`version ${report.tool.version}`]),
    ...(report.timeScale === other.timeScale ? [] : [`time scale ${report.timeScale}`]),
    ...(report.requirements.length === other.requirements.length ? [] : ['other requirements']),
  ];
  if (differences.length > 0)
    throw new ReportError(`${name} is of another run than ${first.name}: it has ${differences.join(', ')}`);
}

/** The ids of the checks that ran, as one text. */
function idsRun({ checks = [] }: SingleReport): string {
  return checks.flatMap(({ id, duration }) => (duration === undefined ? [] : [id])).join();
}
