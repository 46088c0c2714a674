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

/** The part that a check belongs to, by its id alone. */
export function shardOf(id: string, count: number): number {
  return (hash(id) % count) + 1;
}

/**
 * The part that a file belongs to. Only the path of a file decides, so no file is judged twice even if the lists of the machines differ. The
 * low bits of FNV-1a follow the low bits of the characters, so that names of even digits would all be in the same parts. The last steps
 * of MurmurHash3 mix the bits.
 */
export function shardOfFile(path: string, count: number): number {
  let mixed = hash(path);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (((mixed ^ (mixed >>> 16)) >>> 0) % count) + 1;
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (const byte of Buffer.from(text)) state = Math.imul(state ^ byte, 0x01000193) >>> 0;
  return state;
}
