import { placesOfFinding } from '../verdict/places-of-finding.ts';
import { verdictOver } from '../verdict/verdict.ts';
import { recount } from './counts.ts';
import type { ExchangeReport } from './exchange-report.ts';
import { addFigures } from './figures.ts';
import type {
  CheckReport,
  LiveMembers,
  OpenPointReport,
  OperationFigures,
  ReportedFinding,
  RequirementReport,
  TargetReport,
} from './model.ts';
import { mergeReadingReports } from './readings.ts';
import { sumPlaces } from './sum-places.ts';

/** The most findings kept per requirement, as in a single run. */
const KEPT = 20;

/** The most kinds of places kept per requirement at which violations without a kept finding were seen. */
const KEPT_ELSEWHERE = 1000;

/** The most remarks kept: remarks of different rounds may differ only in a number. */
const KEPT_REMARKS = 20;

/** Statuses by precedence: a joined row has the first of these that any of its parts has. */
const STRONGEST_FIRST = ['failed', 'warned', 'passed', 'not-judged', 'not-exercised'] as const;
const WORST_CHECK_FIRST = ['violated', 'incomplete', 'left-out', 'passed'] as const;

/** The members of a joined report that come from its parts. */
export type Joined = TargetReport & Pick<LiveMembers, 'checks' | 'evidence' | 'leftovers'>;

/** Joins the reports of several runs one by one, keeping only what the joined report needs. */
export class JoinedRuns {
  readonly #rows = new Map<string, RequirementReport>();
  readonly #targets = new Set<string>();
  readonly #checks = new Map<string, CheckReport>();
  readonly #leftovers: string[] = [];
  readonly #remarks = new Set<string>();
  readonly #read = { events: 0, exchanges: 0, bytes: 0 };
  #readings: readonly OpenPointReport[] | undefined;
  #figures: readonly OperationFigures[] = [];
  #evidence: ExchangeReport[] = [];
  /** The first number that no exchange of an earlier report uses. */
  #base = 0;

  /** Adds a report, except for its reasons to be incomplete. */
  add(report: TargetReport): void {
    const { requirements, evidence = [], readings } = this.#renumber(report);
    for (const row of requirements) this.#addRow(row);
    this.#addEvidence(evidence);
    this.#targets.add(report.target);
    for (const remark of report.remarks ?? [])
      if (this.#remarks.size < KEPT_REMARKS) this.#remarks.add(remark);
    for (const check of report.checks ?? []) this.#addCheck(check);
    this.#leftovers.push(...(report.leftovers ?? []));
    if (readings)
      this.#readings = this.#readings ? mergeReadingReports([this.#readings, readings]) : readings;
    this.#figures = addFigures([this.#figures, report.figures ?? []]);
    for (const name of ['events', 'exchanges', 'bytes'] as const) this.#read[name] += report.summary[name];
  }

  /** @param incomplete why something was not judged completely */
  finish(incomplete: readonly string[]): Joined {
    const requirements = [...this.#rows.values()];
    return {
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
      checks: [...this.#checks.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
      evidence: this.#evidence,
      ...(this.#readings && { readings: this.#readings }),
      ...(this.#figures.length > 0 && { figures: this.#figures }),
      leftovers: this.#leftovers,
    };
  }

  /** Each run numbers its exchanges from 0. In the joined report, every exchange needs a unique number. */
  #renumber(target: TargetReport): TargetReport {
    const from = this.#base;
    const evidence = (target.evidence ?? []).map((exchange): ExchangeReport => {
      return { ...exchange, exchange: exchange.exchange + from };
    });
    const requirements = target.requirements.map((row) => ({
      ...row,
      findings: row.findings.map((finding) =>
        finding.exchange === undefined
          ? finding
          : { ...finding, exchange: finding.exchange + from, ...moveAnswers(finding, from) },
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
      ...requirements.flatMap(({ findings }) => findings.flatMap(exchangesOf)),
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

  #addCheck(check: CheckReport): void {
    const before = this.#checks.get(check.id);
    this.#checks.set(check.id, before ? mergeCheck(before, check) : check);
  }

  /** Keeps only the exchanges that findings of the joined report name. */
  #addEvidence(evidence: readonly ExchangeReport[]): void {
    if (evidence.length === 0) return;
    const named = new Set([...this.#rows.values()].flatMap(({ findings }) => findings.flatMap(exchangesOf)));
    this.#evidence = [...this.#evidence, ...evidence].filter(({ exchange }) => named.has(exchange));
  }
}

function moveAnswers({ answers }: ReportedFinding, from: number): Pick<ReportedFinding, 'answers'> {
  return answers ? { answers: answers.map((each) => ({ ...each, exchange: each.exchange + from })) } : {};
}

function exchangesOf({ exchange, answers = [] }: ReportedFinding): readonly number[] {
  return [...(exchange === undefined ? [] : [exchange]), ...answers.map((each) => each.exchange)];
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
    ...mergeRounds(a, b),
    findings: [...a.findings, ...b.findings].slice(0, KEPT),
    ...mergeElsewhere(a, b),
    ...(status === 'not-judged' && reason !== undefined && { reason }),
  };
}

/** A place is missing only if it is missing in every part. */
function mergePlaces({ places: a }: RequirementReport, { places: b }: RequirementReport) {
  if (!a || !b) return {};
  const missed = new Set(b.missing.flatMap(({ places }) => places));
  const missing = a.missing
    .map(({ reason, places }) => ({ reason, places: places.filter((place) => missed.has(place)) }))
    .filter(({ places }) => places.length > 0);
  const seen = missing.reduce((rest, { places }) => rest - places.length, a.of);
  return { places: { seen, of: a.of, missing } };
}

/** Where violations were seen that the joined row does not list. */
function mergeElsewhere(a: RequirementReport, b: RequirementReport) {
  const dropped = [...a.findings, ...b.findings].slice(KEPT).map(placesOfFinding);
  const all = [...(a.elsewhere ?? []), ...(b.elsewhere ?? []), ...dropped];
  const elsewhere = new Map(all.map((places) => [JSON.stringify(places), places]));
  return elsewhere.size === 0 ? {} : { elsewhere: [...elsewhere.values()].slice(0, KEPT_ELSEWHERE) };
}

function mergeRounds({ rounds: a }: RequirementReport, { rounds: b }: RequirementReport) {
  if (!a || !b) return {};
  return { rounds: { seen: a.seen + b.seen, violated: a.violated + b.violated } };
}

function mergeCheck(a: CheckReport, b: CheckReport): CheckReport {
  const worst = WORST_CHECK_FIRST.find((status) => a.status === status || b.status === status);
  const kept = a.status === worst ? a : b;
  const isTimed = a.duration !== undefined || b.duration !== undefined;
  return { ...kept, ...(isTimed && { duration: (a.duration ?? 0) + (b.duration ?? 0) }) };
}
