/** One of several parts of a run. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
}

/** Something that can be split into parts, such as a plan. */
interface Divisible {
  readonly checks: readonly { readonly id: string }[];
  readonly leftOut: readonly { readonly check: { readonly id: string } }[];
}

/** Selects the checks of one part. A check is always in the same part, no matter which other checks are selected. */
export function takeShard<Whole extends Divisible>(plan: Whole, { index, count }: Shard): Whole {
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
