import { isObject, type JsonObject } from '../../judge/json.ts';
import { isShard, KNOWN_VERDICTS, ReportError } from '../read-report.ts';
import { SUMMARY_STATUSES, type SummaryReport } from './summary-report.ts';

const LEVELS = new Set<unknown>(['must', 'should', 'client', 'open']);
const STATUSES = new Set<unknown>(SUMMARY_STATUSES);

/** Whether a value is meant to be a summary, and not the report of an input. */
export function looksLikeSummary(value: unknown): boolean {
  return isObject(value) && value.form === 'summary';
}

/**
 * Validates the members of a summary that this package uses.
 *
 * @throws ReportError with the name of the file
 */
export function asSummary(value: unknown, name: string): SummaryReport {
  if (isObject(value) && isSummary(value)) return value as unknown as SummaryReport;
  throw new ReportError(`${name} is not a summary; write one with --reporter summary`);
}

function isSummary(value: JsonObject): boolean {
  const { tool, contract, mode, verdict, inputs, requirements, incomplete, shard } = value;
  return (
    isObject(tool) &&
    typeof tool.version === 'string' &&
    typeof contract === 'string' &&
    mode === 'recording' &&
    KNOWN_VERDICTS.has(verdict) &&
    areCounts(inputs, KNOWN_VERDICTS) &&
    [...KNOWN_VERDICTS].every((one) => isObject(inputs) && String(one) in inputs) &&
    [value.events, value.exchanges, value.bytes, value.otherReasons].every(isCount) &&
    (shard === undefined || isShard(shard)) &&
    Array.isArray(requirements) &&
    requirements.every(isRow) &&
    Array.isArray(incomplete) &&
    incomplete.every(isReason)
  );
}

function isRow(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.id === 'string' &&
    LEVELS.has(value.level) &&
    STATUSES.has(value.status) &&
    areCounts(value.inputs, STATUSES) &&
    isCount(value.violations) &&
    areExamples(value.examples, ['file', 'expected', 'actual']) &&
    [value.text, value.reason].every((text) => text === undefined || typeof text === 'string')
  );
}

function isReason(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.reason === 'string' &&
    isCount(value.count) &&
    areExamples(value.examples, ['file', 'reason'])
  );
}

function areExamples(value: unknown, texts: readonly string[]): boolean {
  return (
    Array.isArray(value) &&
    value.every((item) => isObject(item) && texts.every((name) => typeof item[name] === 'string'))
  );
}

function areCounts(value: unknown, names: ReadonlySet<unknown>): boolean {
  return isObject(value) && Object.entries(value).every(([name, count]) => names.has(name) && isCount(count));
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
