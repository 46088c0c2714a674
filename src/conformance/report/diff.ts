import type { Place } from '../judge/place.ts';
import { removedRow } from '../registry/removed-rows.ts';
import { placesOfFinding, placesOfRow } from '../verdict/places-of-finding.ts';
import type { RowStatus } from '../verdict/verdict.ts';
import { compareRows, type RowDifference } from './diff-rows.ts';
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
  /** Differences in rates and places, in rows with the same status in both. */
  readonly differences: readonly LocatedDifference[];
  readonly isWorse: boolean;
}

type LocatedDifference = RowDifference & { readonly target: string; readonly id: string };

export interface RowChange {
  readonly target: string;
  readonly id: string;
  /** Undefined if the report has no such row. */
  readonly before: RowStatus | undefined;
  readonly after: RowStatus | undefined;
  readonly isWorse: boolean;
  /** Of a row that is newly violated: the operation, the check and the event of its first violation. */
  readonly places?: readonly Place[];
  /** How the requirement itself differs. Absent if it is the same, so that the statuses can be compared. */
  readonly requirement?: string;
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
 * is worse if a row is worse, if a violated row has a new violation, or if it is violated more often, beyond chance. The rows of a missing target count as no longer judged. A row whose
 * requirement changed between the versions that made the reports is neither worse nor better: it says nothing about the service.
 */
export function diffReports(before: Report, after: Report): ReportDiff {
  const changes: RowChange[] = [];
  const added: ReportedFinding[] = [];
  const gone: ReportedFinding[] = [];
  const differences: LocatedDifference[] = [];
  for (const [earlier, later] of pairTargets(before, after)) {
    const rows = new Map(later?.requirements.map((row) => [row.id, row]));
    const known = new Map(earlier?.requirements.map((row) => [row.id, row]));
    const target = (later ?? earlier)?.target ?? '';
    for (const id of new Set([...known.keys(), ...rows.keys()])) {
      const [a, b] = [known.get(id), rows.get(id)];
      const [more, fewer] = compareFindings(a, b);
      const isSame = a?.status === b?.status && more.length + fewer.length === 0;
      const requirement = earlier && later && describeRequirement(a, b);
      if (requirement !== undefined && !(isSame && a?.level === b?.level))
        changes.push({ target, id, before: a?.status, after: b?.status, isWorse: false, requirement });
      else if (a?.status !== b?.status) changes.push(describeChange(target, id, a?.status, b));
      else {
        added.push(...more);
        gone.push(...fewer);
        if (a && b) differences.push(...compareRows(a, b).map((each) => ({ ...each, target, id })));
      }
    }
  }
  const isWorse = added.length > 0 || [...changes, ...differences].some((each) => each.isWorse);
  return { changes, added, gone, differences, isWorse };
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

/** How a requirement differs between two reports, whose versions of the contract may differ. Undefined if it is the same. */
function describeRequirement(
  before: RequirementReport | undefined,
  after: RequirementReport | undefined,
): string | undefined {
  if (before === undefined) return 'the requirement is new';
  if (after === undefined) return describeGone(before.id);
  if (before.level !== after.level) return `the requirement changed: ${before.level} -> ${after.level}`;
  return before.text === after.text ? undefined : 'the requirement changed: it has another text';
}

function describeGone(id: string): string {
  const removed = removedRow(id);
  return removed ? `the requirement is now ${removed.instead}` : 'the requirement is gone';
}

function describeChange(
  target: string,
  id: string,
  before: RowStatus | undefined,
  row: RequirementReport | undefined,
): RowChange {
  const after = row?.status;
  const [places] = row ? placesOfRow(row) : [];
  return {
    target,
    id,
    before,
    after,
    isWorse: rankOf(after) > rankOf(before),
    ...(places && places.length > 0 && { places }),
  };
}

/** A missing row counts as not exercised. */
function rankOf(status: RowStatus | undefined): number {
  return RANKS[status ?? 'not-exercised'];
}

type Findings = readonly ReportedFinding[];

/** The findings that only the later row has, and those that only the earlier one has. None if the statuses differ, which says more. */
function compareFindings(
  before: RequirementReport | undefined,
  after: RequirementReport | undefined,
): readonly [added: Findings, gone: Findings] {
  if (!before || !after || before.status !== after.status) return [[], []];
  return [findingsOnlyIn(after, before), findingsOnlyIn(before, after)];
}

/**
 * Returns the findings of `row` that `other` lacks. Two findings are the same if they expect the same value at the same
 * place of the same operation, in the same check. Their actual
 * values may differ from run to run.
 */
function findingsOnlyIn(row: RequirementReport, other: RequirementReport): ReportedFinding[] {
  const keyOf = (finding: ReportedFinding) =>
    JSON.stringify([placesOfFinding(finding), finding.pointer, finding.expected]);
  const known = new Set(other.findings.map(keyOf));
  const only = new Map(row.findings.map((finding) => [keyOf(finding), finding]));
  // If there are many violations, a report keeps only the first findings. Which ones it keeps is random, so they cannot be compared.
  if (other.violations > other.findings.length) return [];
  return [...only].flatMap(([key, finding]) => (known.has(key) ? [] : [finding]));
}

function isBetter({ before, after, requirement }: RowChange): boolean {
  return requirement === undefined && rankOf(after) < rankOf(before);
}

/** Requirements of which the places are listed that only one report exercised. A smaller depth changes those of most. */
const SHOWN_PLACES = 20;

function markOf(kind: RowDifference['kind'], isWorse: boolean | undefined): string {
  if (kind === 'places') return 'places';
  if (kind === 'violated-at') return 'new   ';
  return isWorse ? 'worse ' : 'better';
}

/** Renders the differences as text: regressions first, and last what says nothing about the service, such as changed requirements. */
export function renderDiff({ changes, added, gone, differences, isWorse }: ReportDiff): string {
  const at = (places: readonly Place[] = []) =>
    places.length === 0 ? '' : `  at ${sanitize(places.join(', '))}`;
  const line = (mark: string, { id, target, before, after, places, requirement }: RowChange) =>
    `${mark} ${sanitize(id)}  ${before ?? 'absent'} -> ${after ?? 'absent'}${at(places)}  (${sanitize(target)})${requirement ? `; ${sanitize(requirement)}` : ''}`;
  const finding = (mark: string, one: ReportedFinding) =>
    `${mark} ${sanitize(one.requirement)}${at(placesOfFinding(one))}  expected ${sanitize(one.expected)}, actual ${sanitize(one.actual)}`;
  const difference = ({ id, target, kind, text, isWorse: isBad }: LocatedDifference) =>
    `${markOf(kind, isBad)} ${sanitize(id)}  ${sanitize(text)}  (${sanitize(target)})`;
  const those = (isBad: boolean | undefined) => differences.filter((each) => each.isWorse === isBad);
  const places = those(undefined);
  const lines = [
    ...changes.filter((change) => change.isWorse).map((change) => line('worse ', change)),
    ...added.map((one) => finding('new   ', one)),
    ...those(true).map(difference),
    ...changes.filter(isBetter).map((change) => line('better', change)),
    ...gone.map((one) => finding('gone  ', one)),
    ...those(false).map(difference),
    ...places.slice(0, SHOWN_PLACES).map(difference),
    ...(places.length > SHOWN_PLACES
      ? [`places of ${places.length - SHOWN_PLACES} more requirements differ`]
      : []),
    ...changes
      .filter((change) => !change.isWorse && !isBetter(change) && change.requirement === undefined)
      .map((change) => line('other ', change)),
    ...changes.filter(({ requirement }) => requirement !== undefined).map((change) => line('rule  ', change)),
  ];
  const verdict = isWorse ? 'worse' : lines.length > 0 ? 'not worse' : 'the same';
  const others = changes.filter(({ requirement }) => requirement !== undefined).length;
  const rules = others > 0 ? `, ${others} by another requirement, which says nothing about the service` : '';
  const counts = `${changes.length} rows changed${rules}, ${added.length} violations new, ${gone.length} gone`;
  return `${[...lines, `${verdict}: ${counts}`].join('\n')}\n`;
}
