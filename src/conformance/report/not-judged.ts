import { readMissingNeeds } from '../verdict/missing-needs.ts';
import type { RowStatus } from '../verdict/verdict.ts';

/** The rows of a report, of one input or of many. */
interface Rows {
  readonly requirements: readonly {
    readonly id: string;
    readonly status: RowStatus;
    readonly reason?: string;
  }[];
}

/** Requirements that were not judged, all for the same reason. */
export interface NotJudged {
  /** What is needed to judge them, or undefined if only the reason is known. */
  readonly remedy: string | undefined;
  readonly reason: string;
  readonly ids: readonly string[];
  /** Number of inputs with this reason. */
  readonly targets: number;
}

/** Groups the requirements that were not judged by what is needed to judge them. The largest group comes first. */
export function groupNotJudged(targets: readonly Rows[]): NotJudged[] {
  const groups = new Map<string, { reason: string; ids: Set<string>; targets: Set<Rows> }>();
  // Thousands of inputs have the same few reasons, and parsing a reason takes longer than looking it up.
  const keys = new Map<string, string>();
  for (const target of targets) {
    for (const { id, status, reason = 'no reason was noted' } of target.requirements) {
      if (status !== 'not-judged') continue;
      const key = keys.get(reason) ?? findRemedy(reason) ?? reason;
      keys.set(reason, key);
      const group = groups.get(key) ?? { reason, ids: new Set(), targets: new Set() };
      groups.set(key, group);
      group.ids.add(id);
      group.targets.add(target);
    }
  }
  return [...groups.values()]
    .map(({ reason, ids, targets: those }) => ({
      remedy: findRemedy(reason),
      reason,
      ids: [...ids],
      targets: those.size,
    }))
    .sort((a, b) => b.ids.length - a.ids.length);
}

/** Number of different requirements in the groups. */
export function countIds(groups: readonly NotJudged[]): number {
  return new Set(groups.flatMap(({ ids }) => ids)).size;
}

/** Reasons that end in these words can be removed by changing a flag. */
const FLAGS: readonly (readonly [reason: RegExp, remedy: string])[] = [
  [/ and --fast is given$/, 'a run without --fast'],
  [/; --long runs it$/, 'a run with --long'],
];

function findRemedy(reason: string): string | undefined {
  const needs = readMissingNeeds(reason);
  const run = FLAGS.find(([pattern]) => pattern.test(reason))?.[1];
  if (needs.length === 0) return run;
  const entries = `${needs.map(nameNeed).join(' and ')} in the profile`;
  return run === undefined ? entries : `${entries}, and ${run},`;
}

/** Formats `scenario:plan (X is not set)` as `` a scenario `plan` (X is not set) ``. */
function nameNeed(need: string): string {
  const [, kind = need, name, remark = ''] = /^(\w+)(?::(\S+))?( \(.*\))?$/.exec(need) ?? [];
  const article = kind === 'application' ? 'an' : 'a';
  return `${article} ${kind}${name === undefined ? '' : ` \`${name}\``}${remark}`;
}
