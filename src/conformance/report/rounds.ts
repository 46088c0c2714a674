import { CONFIDENCE, shareBounds } from '../verdict/share-bounds.ts';
import { describeExploration } from './exploration.ts';
import type { RequirementReport, Rounds, TargetReport } from './model.ts';

/** Counts a round in the rows of its report: which requirements it checked, and which it found violated. */
export function countRound(report: TargetReport): TargetReport {
  return {
    ...report,
    requirements: report.requirements.map((row) => ({
      ...row,
      rounds: { seen: Number(isSeen(row)), violated: Number(row.violations > 0) },
    })),
  };
}

function isSeen({ status }: RequirementReport): boolean {
  return status === 'passed' || status === 'failed' || status === 'warned';
}

/** The combined rounds of two runs; undefined if neither was repeated. */
export function addRounds(one: Rounds | undefined, other: Rounds | undefined): Rounds | undefined {
  if (!one || !other) return one ?? other;
  const stopped = one.stopped ?? other.stopped;
  return {
    done: one.done + other.done,
    planned: one.planned + other.planned,
    runs: [...one.runs, ...other.runs],
    ...(stopped !== undefined && { stopped }),
  };
}

/** Says how many of the planned rounds ran, if some are missing. */
export function lackOf(rounds: Rounds | undefined): string | undefined {
  if (!rounds || rounds.done >= rounds.planned) return undefined;
  const { done, planned, stopped } = rounds;
  return `${write(done)} of ${write(planned)} rounds: ${stopped ?? 'the others did not run'}`;
}

/** What the rounds show about all requirements that were met in each of them; undefined if there was no round. */
function describeRounds({ repeated, requirements }: TargetReport): string | undefined {
  if (!repeated || repeated.done === 0) return undefined;
  const { done } = repeated;
  const met = requirements.filter(({ rounds }) => rounds?.seen === done && rounds.violated === 0);
  const begin = `${write(done)} ${done === 1 ? 'round' : 'rounds'}`;
  if (!requirements.some(({ rounds }) => rounds?.seen === done))
    return `${begin}: no requirement was looked at in each of them`;
  if (met.length === 0) return `${begin}: no requirement was met in each of them`;
  return `${begin}: ${met.length} ${met.length === 1 ? 'requirement was' : 'requirements were'} met in each of them, so each is violated in ${below(done)}`;
}

/** The remarks of a report, including what its rounds or its exploration showed. */
export function remarksOf(target: TargetReport): readonly string[] {
  return [describeRounds(target) ?? [], describeExploration(target) ?? [], target.remarks ?? []].flat();
}

/** In how many rounds a requirement was violated, and the resulting bounds for all rounds; undefined for a run that was not repeated. */
export function describeRowRounds({ rounds, violations }: RequirementReport): string | undefined {
  if (!rounds) return undefined;
  if (violations > 0 && rounds.violated === 0)
    return 'only in rounds that were cut short, which do not count';
  if (rounds.seen === 0) return undefined;
  const { seen, violated } = rounds;
  const counted = `in ${write(violated)} of ${write(seen)} rounds`;
  if (violated === 0) return `${counted}: ${below(seen)}`;
  const { low, high } = shareBounds(violated, seen);
  return `${counted}: between ${percentAtLeast(low)} and ${percentAtMost(high)} of all, at ${percent(CONFIDENCE)} confidence`;
}

function below(rounds: number): string {
  return `less than ${percentAtMost(shareBounds(0, rounds).high)} of all rounds, at ${percent(CONFIDENCE)} confidence`;
}

/** Formats a share as a percentage. */
function percent(share: number): string {
  return `${Number((share * 100).toPrecision(12))} %`;
}

/** Bounds have two significant digits, and are rounded so that they remain true. */
function percentAtMost(share: number): string {
  return percent(round(share, Math.ceil));
}

function percentAtLeast(share: number): string {
  return percent(round(share, Math.floor));
}

function round(share: number, toInteger: (number: number) => number): number {
  if (share === 0) return 0;
  const unit = 10 ** (Math.floor(Math.log10(share)) - 1);
  return toInteger(share / unit) * unit;
}

function write(number: number): string {
  return number.toLocaleString('en-US');
}
