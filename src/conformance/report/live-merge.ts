import type { Shard } from '../files/shard.ts';
import { verdictOver } from '../verdict/verdict.ts';
import type { ExchangeReport } from './exchange-report.ts';
import {
  type CheckReport,
  type OpenPointReport,
  type RequirementReport,
  recount,
  type SingleReport,
} from './model.ts';
import { PartsSeen } from './parts-seen.ts';
import { ReportError } from './read-report.ts';
import { mergeReadingReports } from './readings.ts';
import { sumPlaces } from './sum-places.ts';

/** Most findings kept per requirement, as in a single run. */
const KEPT = 20;

/** The status of a merged row is the first of these that one of its parts has. */
const STRONGEST_FIRST = ['failed', 'warned', 'passed', 'not-judged', 'not-exercised'] as const;

/** Merges the reports of the parts of a live run (`--shard`) into one, and keeps of each part only what the merged report has. */
export class LiveMerge {
  readonly #rows = new Map<string, RequirementReport>();
  readonly #targets = new Set<string>();
  readonly #incomplete: string[] = [];
  readonly #checks: CheckReport[] = [];
  readonly #leftovers: string[] = [];
  readonly #remarks = new Set<string>();
  readonly #readings: (readonly OpenPointReport[])[] = [];
  readonly #read = { events: 0, exchanges: 0, bytes: 0 };
  #evidence: ExchangeReport[] = [];
  #first: { readonly name: string; readonly report: SingleReport } | undefined;
  #parts: PartsSeen | undefined;
  /** The first number that no exchange of an earlier part has. */
  #base = 0;

  /** @throws ReportError when the report is not a part of the same run */
  add(report: SingleReport, name: string): void {
    const { shard } = report;
    if (!shard)
      throw new ReportError(`${name} is not a part of a run; merge takes reports of check URL --shard I/N`);
    this.#first ??= { name, report: { ...report, evidence: [] } };
    this.#parts ??= new PartsSeen(name, shard.count);
    rejectStranger(report, name, this.#first, shard);
    this.#parts.add(shard, name);
    const renumbered = this.#renumber(report);
    for (const row of renumbered.requirements) this.#addRow(row);
    this.#addEvidence(renumbered.evidence ?? []);
    this.#targets.add(report.target);
    this.#incomplete.push(...report.incomplete);
    for (const remark of report.remarks ?? []) this.#remarks.add(remark);
    this.#checks.push(...(report.checks ?? []));
    this.#leftovers.push(...(report.leftovers ?? []));
    if (renumbered.readings) this.#readings.push(renumbered.readings);
    for (const name of ['events', 'exchanges', 'bytes'] as const) this.#read[name] += report.summary[name];
  }

  /** The merged report. A part that is missing makes it incomplete. @throws ReportError when there was no report */
  finish(): SingleReport {
    if (!this.#first || !this.#parts) throw new ReportError('there is nothing to merge');
    const { tool, contract, mode, timeScale } = this.#first.report;
    const requirements = [...this.#rows.values()];
    const incomplete = [...this.#parts.missing(), ...this.#incomplete];
    return {
      tool,
      contract,
      mode,
      target: [...this.#targets].join(', '),
      verdict: verdictOver(requirements, incomplete),
      summary: {
        ...recount(requirements),
        ...this.#read,
        ...(requirements.some(({ places }) => places) && { places: sumPlaces(requirements) }),
      },
      incomplete,
      requirements,
      ...(this.#remarks.size > 0 && { remarks: [...this.#remarks] }),
      ...(timeScale !== undefined && { timeScale }),
      checks: this.#checks.sort((a, b) => (a.id < b.id ? -1 : 1)),
      evidence: this.#evidence,
      ...(this.#readings.length > 0 && { readings: mergeReadingReports(this.#readings) }),
      leftovers: this.#leftovers,
    };
  }

  /** Each part numbers its exchanges from 0. In the merged report every exchange needs a unique number. */
  #renumber(target: SingleReport): SingleReport {
    const from = this.#base;
    const evidence = (target.evidence ?? []).map((exchange): ExchangeReport => {
      return { ...exchange, exchange: exchange.exchange + from };
    });
    const requirements = target.requirements.map((row) => ({
      ...row,
      findings: row.findings.map((finding) =>
        finding.exchange === undefined ? finding : { ...finding, exchange: finding.exchange + from },
      ),
    }));
    const readings = target.readings?.map((point) => ({
      ...point,
      readings: point.readings.map((reading) => ({
        ...reading,
        evidence: reading.evidence.map((each) => ({ ...each, exchange: each.exchange + from })),
      })),
    }));
    const numbers = [
      ...evidence.map(({ exchange }) => exchange),
      ...requirements.flatMap(({ findings }) => findings.flatMap(({ exchange }) => exchange ?? [])),
    ];
    this.#base = numbers.reduce(
      (most, number) => Math.max(most, number + 1),
      from + target.summary.exchanges,
    );
    return { ...target, evidence, requirements, ...(readings && { readings }) };
  }

  #addRow(row: RequirementReport): void {
    const before = this.#rows.get(row.id);
    this.#rows.set(row.id, before ? mergeRow(before, row) : row);
  }

  /** Keeps only exchanges that a finding of the merged report names. */
  #addEvidence(evidence: readonly ExchangeReport[]): void {
    if (evidence.length === 0) return;
    const named = new Set(
      [...this.#rows.values()].flatMap(({ findings }) => findings.flatMap(({ exchange }) => exchange ?? [])),
    );
    this.#evidence = [...this.#evidence, ...evidence].filter(({ exchange }) => named.has(exchange));
  }
}

function rejectStranger(
  report: SingleReport,
  name: string,
  first: { readonly name: string; readonly report: SingleReport },
  shard: Shard,
): void {
  const { report: other } = first;
  const differences = [
    ...(shard.count === other.shard?.count ? [] : [`${shard.count} parts`]),
    ...(report.contract === other.contract ? [] : [`contract ${report.contract}`]),
    ...(report.tool.version === other.tool.version ? [] : [`version ${report.tool.version}`]),
    ...(report.timeScale === other.timeScale ? [] : [`time scale ${report.timeScale}`]),
    ...(report.requirements.length === other.requirements.length ? [] : ['other requirements']),
  ];
  if (differences.length > 0)
    throw new ReportError(`${name} is of another run than ${first.name}: it has ${differences.join(', ')}`);
}

function mergeRow(a: RequirementReport, b: RequirementReport): RequirementReport {
  const status = STRONGEST_FIRST.find((one) => a.status === one || b.status === one) ?? a.status;
  const { reason: _, ...row } = a;
  const reason = a.reason ?? b.reason;
  return {
    ...row,
    status,
    violations: a.violations + b.violations,
    ...mergePlaces(a, b),
    findings: [...a.findings, ...b.findings].slice(0, KEPT),
    ...(status === 'not-judged' && reason !== undefined && { reason }),
  };
}

/** A place is missing in the whole only if every part misses it. */
function mergePlaces({ places: a }: RequirementReport, { places: b }: RequirementReport) {
  if (!a || !b) return {};
  const missed = new Set(b.missing.flatMap(({ places }) => places));
  const missing = a.missing
    .map(({ reason, places }) => ({ reason, places: places.filter((place) => missed.has(place)) }))
    .filter(({ places }) => places.length > 0);
  const seen = missing.reduce((rest, { places }) => rest - places.length, a.of);
  return { places: { seen, of: a.of, missing } };
}
