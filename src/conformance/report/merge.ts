import { verdictOver } from '../verdict/verdict.ts';
import type { ExchangeReport } from './exchange-report.ts';
import { type Report, type RequirementReport, recount, type TargetReport, targetsOf } from './model.ts';
import { ReportError } from './read-report.ts';
import { sumPlaces } from './sum-places.ts';

/** Most findings kept per requirement, as in a single run. */
const KEPT = 20;

/** The status of a merged row is the first of these that one of its parts has. */
const STRONGEST_FIRST = ['failed', 'warned', 'passed', 'not-judged', 'not-exercised'] as const;

/** A report with the name of its file. */
export interface NamedReport {
  readonly name: string;
  readonly report: Report;
}

/**
 * Merges the reports of the parts of a run (`--shard`) into one. A missing part makes the result incomplete.
 *
 * @throws ReportError when the reports are not parts of one run
 */
export function mergeReports(parts: readonly NamedReport[]): Extract<Report, TargetReport> {
  const shards = parts.map(readPart);
  const [first] = shards;
  if (!first) throw new ReportError('there is nothing to merge');
  for (const shard of shards) rejectStranger(shard, first);
  shards.sort((a, b) => a.index - b.index);
  for (const [at, { name, index }] of shards.entries()) {
    const before = shards[at - 1];
    if (before?.index === index) throw new ReportError(`${before.name} and ${name} are both part ${index}`);
  }
  const { tool, contract, mode, timeScale } = first.target;
  const targets = renumber(shards.map(({ target }) => target));
  const requirements = mergeRows(targets);
  const incomplete = [
    ...missingParts(shards, first.count),
    ...targets.flatMap((target) => target.incomplete),
  ];
  return {
    tool,
    contract,
    mode,
    target: [...new Set(targets.map(({ target }) => target))].join(', '),
    verdict: verdictOver(requirements, incomplete),
    summary: {
      ...recount(requirements),
      events: sum(targets.map(({ summary }) => summary.events)),
      exchanges: sum(targets.map(({ summary }) => summary.exchanges)),
      bytes: sum(targets.map(({ summary }) => summary.bytes)),
      ...(requirements.some(({ places }) => places) && { places: sumPlaces(requirements) }),
    },
    incomplete,
    requirements,
    ...(timeScale !== undefined && { timeScale }),
    checks: targets.flatMap(({ checks = [] }) => checks).sort((a, b) => (a.id < b.id ? -1 : 1)),
    evidence: targets.flatMap(({ evidence = [] }) => evidence),
    leftovers: targets.flatMap(({ leftovers = [] }) => leftovers),
  };
}

type LiveTarget = Extract<Report, TargetReport>;

interface Part {
  readonly name: string;
  readonly index: number;
  readonly count: number;
  readonly target: LiveTarget;
}

function readPart({ name, report }: NamedReport): Part {
  const [target] = targetsOf(report);
  if ('targets' in report || !target?.shard)
    throw new ReportError(`${name} is no part of a run; merge takes reports of check URL --shard I/N`);
  return { name, ...target.shard, target: report };
}

function rejectStranger({ name, count, target }: Part, first: Part): void {
  const differences = [
    ...(count === first.count ? [] : [`${count} parts`]),
    ...(target.contract === first.target.contract ? [] : [`contract ${target.contract}`]),
    ...(target.tool.version === first.target.tool.version ? [] : [`version ${target.tool.version}`]),
    ...(target.timeScale === first.target.timeScale ? [] : [`time scale ${target.timeScale}`]),
    ...(target.requirements.length === first.target.requirements.length ? [] : ['other requirements']),
  ];
  if (differences.length > 0)
    throw new ReportError(`${name} is of another run than ${first.name}: it has ${differences.join(', ')}`);
}

function missingParts(shards: readonly Part[], count: number): string[] {
  const missing: string[] = [];
  for (let index = 1; index <= count; index += 1) {
    if (!shards.some((shard) => shard.index === index)) missing.push(`part ${index} of ${count} is missing`);
  }
  return missing;
}

/** Each part numbers its exchanges from 0. In the merged report every exchange needs a unique number. */
function renumber(targets: readonly LiveTarget[]): LiveTarget[] {
  let base = 0;
  return targets.map((target) => {
    const from = base;
    const evidence = (target.evidence ?? []).map((exchange): ExchangeReport => {
      return { ...exchange, exchange: exchange.exchange + from };
    });
    const requirements = target.requirements.map((row) => ({
      ...row,
      findings: row.findings.map((finding) =>
        finding.exchange === undefined ? finding : { ...finding, exchange: finding.exchange + from },
      ),
    }));
    const numbers = [
      ...evidence.map(({ exchange }) => exchange),
      ...requirements.flatMap(({ findings }) => findings.flatMap(({ exchange }) => exchange ?? [])),
    ];
    base = numbers.reduce((most, number) => Math.max(most, number + 1), from + target.summary.exchanges);
    return { ...target, evidence, requirements };
  });
}

function mergeRows(targets: readonly TargetReport[]): RequirementReport[] {
  const rows = new Map<string, RequirementReport>();
  for (const row of targets.flatMap(({ requirements }) => requirements)) {
    const before = rows.get(row.id);
    rows.set(row.id, before ? mergeRow(before, row) : row);
  }
  return [...rows.values()];
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
  const missing = a.missing.filter((place) => b.missing.includes(place));
  return { places: { seen: a.of - missing.length, of: a.of, missing } };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
