import type { Plan } from './plan-run.ts';

/** One of several parts of a run. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
}

/** The checks of one part. A check is always in the same part, whatever else is selected. */
export function takeShard(plan: Plan, { index, count }: Shard): Plan {
  const isOurs = (id: string) => shardOf(id, count) === index;
  return {
    ...plan,
    checks: plan.checks.filter(({ id }) => isOurs(id)),
    leftOut: plan.leftOut.filter(({ check }) => isOurs(check.id)),
  };
}

/** The part that a check belongs to, by its id alone (FNV-1a, 32 bits). */
export function shardOf(id: string, count: number): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(id)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return (hash % count) + 1;
}
