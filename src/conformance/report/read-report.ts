import { isObject } from '../judge/json.ts';
import { ROW_STATUSES, VERDICTS } from '../verdict/verdict.ts';
import type { Report, TargetReport } from './model.ts';

/** Thrown when a file is not a report. */
export class ReportError extends Error {
  readonly code = 'invalid-report';
}

const LARGEST = 256 * 1024 * 1024;
const KNOWN_STATUSES: ReadonlySet<unknown> = new Set(ROW_STATUSES);
export const KNOWN_VERDICTS: ReadonlySet<unknown> = new Set(VERDICTS);

/**
 * Parses a report in the format of `--reporter json`. Validates only the members that this package uses.
 *
 * @param name path of the file, for messages
 * @throws ReportError when the text is not such a report, or is longer than 256 Mi characters
 */
export function readReport(text: string, name: string): Report {
  if (text.length > LARGEST) throw new ReportError(`${name} is too large for a report`);
  const value = parse(text, name);
  if (isObject(value) && value.form === 'summary')
    throw new ReportError(
      `${name} is a summary, which has no report of each input; name a report of --reporter json`,
    );
  const report = asReport(value, name);
  const targets: readonly unknown[] = 'targets' in report ? report.targets : [report];
  if (targets.length > 0 && targets.every(isTarget)) return report;
  throw noReport(name);
}

/**
 * Validates a report except for its `targets`, which are validated one by one.
 *
 * @throws ReportError with the name of the file
 */
export function asReport(value: unknown, name: string): Report {
  const isReport =
    isObject(value) &&
    isObject(value.tool) &&
    typeof value.tool.version === 'string' &&
    typeof value.contract === 'string' &&
    (value.shard === undefined || isShard(value.shard)) &&
    (Array.isArray(value.targets) ? KNOWN_VERDICTS.has(value.verdict) : isTarget(value));
  if (isReport) return value as unknown as Report;
  throw noReport(name);
}

/** @throws ReportError with the name of the file */
export function asTarget(value: unknown, name: string): TargetReport {
  if (isTarget(value)) return value as TargetReport;
  throw noReport(name);
}

function noReport(name: string): ReportError {
  return new ReportError(`${name} is not a report; write one with --reporter json`);
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ReportError(`${name} is not JSON; write a report with --reporter json`, { cause: error });
  }
}

function isTarget(value: unknown): boolean {
  if (!isObject(value) || typeof value.target !== 'string' || !KNOWN_VERDICTS.has(value.verdict))
    return false;
  const { requirements, incomplete, summary, shard, repeated } = value;
  const { checks = [], evidence = [], leftovers = [], readings = [], figures = [] } = value;
  return (
    isObject(summary) &&
    ['events', 'exchanges', 'bytes'].every((count) => Number.isSafeInteger(summary[count])) &&
    areTexts(incomplete) &&
    areTexts(leftovers) &&
    (shard === undefined || isShard(shard)) &&
    areCounts(repeated, ['done', 'planned']) &&
    (repeated === undefined || (isObject(repeated) && areTexts(repeated.runs))) &&
    [checks, evidence].every((list) => Array.isArray(list) && list.every(isObject)) &&
    Array.isArray(readings) &&
    readings.every(isOpenPoint) &&
    Array.isArray(figures) &&
    figures.every(isFigure) &&
    Array.isArray(requirements) &&
    requirements.every(isRequirement)
  );
}

function isOpenPoint(value: unknown): boolean {
  return (
    isObject(value) &&
    ['point', 'title', 'status'].every((member) => typeof value[member] === 'string') &&
    Array.isArray(value.readings) &&
    value.readings.every(isReading)
  );
}

function isReading(value: unknown): boolean {
  return (
    isObject(value) &&
    ['reading', 'text'].every((member) => typeof value[member] === 'string') &&
    Number.isSafeInteger(value.count) &&
    Array.isArray(value.evidence) &&
    value.evidence.every((each) => isObject(each) && Number.isSafeInteger(each.exchange))
  );
}

function isFigure(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.operation === 'string' &&
    areCounts(value, ['serverErrors', 'requests']) &&
    areCounts(value, ['broken', 'requests']) &&
    [value.answers, value.firstEvents].every((latency) => latency === undefined || isLatency(latency))
  );
}

function isLatency(value: unknown): boolean {
  if (!isObject(value) || !areCounts(value, ['p50', 'p99', 'max']) || !isObject(value.buckets)) return false;
  const { buckets } = value;
  return Object.keys(buckets).every((name) => /^\d{1,3}$/.test(name) && areCounts(buckets, [name]));
}

function isRequirement(value: unknown): boolean {
  return (
    isObject(value) &&
    (value.places === undefined || arePlaces(value.places)) &&
    (value.elsewhere === undefined || (Array.isArray(value.elsewhere) && value.elsewhere.every(areTexts))) &&
    ['id', 'level', 'text'].every((member) => typeof value[member] === 'string') &&
    KNOWN_STATUSES.has(value.status) &&
    Number.isSafeInteger(value.violations) &&
    areCounts(value.rounds, ['violated', 'seen']) &&
    Array.isArray(value.findings) &&
    value.findings.every(isFinding)
  );
}

function arePlaces(value: unknown): boolean {
  return (
    isObject(value) &&
    Array.isArray(value.missing) &&
    value.missing.every((group) => isObject(group) && areTexts(group.places))
  );
}

/** Whether an optional member consists of these counts, in an order where none is larger than the next. */
function areCounts(value: unknown, names: readonly string[]): boolean {
  if (value === undefined) return true;
  const counts = isObject(value) ? names.map((name) => Number(value[name])) : [];
  if (counts.some((count, index) => count > (counts[index + 1] ?? count))) return false;
  return (
    isObject(value) && names.every((name) => Number.isSafeInteger(value[name]) && Number(value[name]) >= 0)
  );
}

function isFinding(value: unknown): boolean {
  return (
    isObject(value) &&
    ['expected', 'actual'].every((member) => typeof value[member] === 'string') &&
    ['request', 'check', 'eventType'].every((member) =>
      ['string', 'undefined'].includes(typeof value[member]),
    )
  );
}

export function isShard(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { index, count } = value;
  return (
    Number.isSafeInteger(index) &&
    Number.isSafeInteger(count) &&
    Number(index) >= 1 &&
    Number(index) <= Number(count)
  );
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
