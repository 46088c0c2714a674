import { Causes } from './causes.ts';
import type { RequirementReport } from './model.ts';
import { type Ran, rankFailures } from './rank-failures.ts';
import { allEvidenceOf } from './wider-faults.ts';

/** Violated requirements that the same findings show: one fault, about which the contract says several things. */
export interface FailureGroup {
  /** They differ in the requirement only: each has the same listed findings, and equally many. */
  readonly rows: readonly [RequirementReport, ...RequirementReport[]];
  /** Requirements that are violated for the same cause, but have other findings. */
  readonly followers: readonly string[];
}

/**
 * Groups violated requirements, the likeliest cause first. A group stands where the likeliest of its requirements would stand.
 *
 * @param foldsFollowers whether requirements that are violated for the cause of another one are only named there
 */
export function groupFailures(
  rows: readonly RequirementReport[],
  checks: readonly Ran[],
  foldsFollowers = true,
): FailureGroup[] {
  const ranked = rankFailures(rows, checks);
  const causes = new Causes(foldsFollowers ? ranked : []);
  const groups = Map.groupBy(
    ranked.filter((row) => !causes.follows(row)),
    allEvidenceOf,
  );
  const rankOf = new Map(ranked.map(({ id }, rank) => [id, rank]));
  const firstOf = ({ rows, followers }: FailureGroup) =>
    Math.min(...[...rows.map(({ id }) => id), ...followers].map((id) => rankOf.get(id) ?? ranked.length));
  return [...groups.values()]
    .map((group) => ({
      rows: group as [RequirementReport, ...RequirementReport[]],
      followers: group.flatMap((row) => causes.followersOf(row)),
    }))
    .sort((one, other) => firstOf(one) - firstOf(other));
}
