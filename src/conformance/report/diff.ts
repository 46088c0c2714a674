import type { RowStatus } from '../verdict/verdict.ts';
import {
  type Report,
  type ReportedFinding,
  type RequirementReport,
  type TargetReport,
  targetsOf,
} from './model.ts';
import { sanitize } from './sanitize.ts';

/** The differences between two reports. */
export interface ReportDiff {
  readonly changes: readonly RowChange[];
  /** Violations that only the later report has, in rows that are violated in both. */
  readonly added: readonly ReportedFinding[];
  /** Violations that only the earlier report has, in rows that are violated in both. */
  readonly gone: readonly ReportedFinding[];
  readonly isWorse: boolean;
}

export interface RowChange {
  readonly target: string;
  readonly id: string;
  /** Undefined if the report has no such row. */
  readonly before: RowStatus | undefined;
  readonly after: RowStatus | undefined;
  readonly isWorse: boolean;
}

/** A higher rank is worse. Statuses that say nothing about the service rank between passed and warned. */
const RANKS: Readonly<Record<RowStatus, number>> = {
  passed: 0,
  open: 1,
  client: 1,
  unverifiable: 1,
  'not-judged': 1,
  'not-exercised': 1,
  warned: 2,
  failed: 3,
};

/**
 * Compares two reports row by row. A row is worse if it is newly violated, or if it passed before and is no longer judged. The later report
 * is worse if a row is worse, or if a violated row has a new violation. The rows of a missing target count as no longer judged.
 */
export function diffReports(before: Report, after: Report): ReportDiff {
  const changes: RowChange[] = [];
  const added: ReportedFinding[] = [];
  const gone: ReportedFinding[] = [];
  for (const [earlier, later] of pairTargets(before, after)) {
    const rows = new Map(later?.requirements.map((row) => [row.id, row]));
    const known = new Map(earlier?.requirements.map((row) => [row.id, row]));
    const target = (later ?? earlier)?.target ?? '';
    for (const id of new Set([...known.keys(), ...rows.keys()])) {
      const [a, b] = [known.get(id), rows.get(id)];
      if (a?.status !== b?.status) changes.push(describeChange(target, id, a?.status, b?.status));
      else if (a && b) {
        added.push(...findingsOnlyIn(b, a));
        gone.push(...findingsOnlyIn(a, b));
      }
    }
  }
  return { changes, added, gone, isWorse: added.length > 0 || changes.some(({ isWorse }) => isWorse) };
}

/** Pairs the targets by name. If both reports have only one target, their names do not matter. */
function pairTargets(before: Report, after: Report): [TargetReport | undefined, TargetReport | undefined][] {
  const [a, b] = [targetsOf(before), targetsOf(after)];
  if (a.length === 1 && b.length === 1) return [[a[0], b[0]]];
  const names = new Set([...a, ...b].map(({ target }) => target));
  return [...names].map((name) => [
    a.find(({ target }) => target === name),
    b.find(({ target }) => target === name),
  ]);
}

function describeChange(
  target: string,
  id: string,
  before: RowStatus | undefined,
  after: RowStatus | undefined,
): RowChange {
  return { target, id, before, after, isWorse: rankOf(after) > rankOf(before) };
}

/** A missing row counts as not exercised. */
function rankOf(status: RowStatus | undefined): number {
  return RANKS[status ?? 'not-exercised'];
}

/**
 * Returns the findings of `row` that `other` lacks. Two findings are the same if they expect the same value at the same place. Their actual
 * values may differ from run to run.
 */
function findingsOnlyIn(row: RequirementReport, other: RequirementReport): ReportedFinding[] {
  const keyOf = ({ check, eventType, pointer, expected }: ReportedFinding) =>
    JSON.stringify([check, eventType, pointer, expected]);
  const known = new Set(other.findings.map(keyOf));
  const only = new Map(row.findings.map((finding) => [keyOf(finding), finding]));
  // If there are many violations, a report keeps only the first findings. Which ones it keeps is random, so they cannot be compared.
  if (other.violations > other.findings.length) return [];
  return [...only].flatMap(([key, finding]) => (known.has(key) ? [] : [finding]));
}

function isBetter({ before, after }: RowChange): boolean {
  return rankOf(after) < rankOf(before);
}

/** Renders the differences as text: regressions first, and rows that say nothing about the service last. */
export function renderDiff({ changes, added, gone, isWorse }: ReportDiff): string {
  const line = (mark: string, { id, target, before, after }: RowChange) =>
    `${mark} ${sanitize(id)}  ${before ?? 'absent'} -> ${after ?? 'absent'}  (${sanitize(target)})`;
  const finding = (mark: string, { requirement, expected, actual }: ReportedFinding) =>
    `${mark} ${sanitize(requirement)}  expected ${sanitize(expected)}, actual ${sanitize(actual)}`;
  const lines = [
    ...changes.filter((change) => change.isWorse).map((change) => line('worse ', change)),
    ...added.map((one) => finding('new   ', one)),
    ...changes.filter(isBetter).map((change) => line('better', change)),
    ...gone.map((one) => finding('gone  ', one)),
    ...changes
      .filter((change) => !change.isWorse && !isBetter(change))
      .map((change) => line('other ', change)),
  ];
  const verdict = isWorse ? 'worse' : lines.length > 0 ? 'not worse' : 'the same';
  const counts = `${changes.length} rows changed, ${added.length} violations new, ${gone.length} gone`;
  return `${[...lines, `${verdict}: ${counts}`].join('\n')}\n`;
}
