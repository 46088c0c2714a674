import type { BoundAct } from './bind-tools.ts';

export type ReplyAct = Exclude<BoundAct, { readonly failover: true }>;

/** The acts of a model until it waits for tool results or has finished. */
export interface Reply {
  /**
   * The acts of each provider, in the order of failover; there is always at least one. All but the last provider break off,
   * and the next one starts the reply over.
   */
  readonly attempts: readonly (readonly ReplyAct[])[];
}

/**
 * Selects the acts of one reply, up to and including the next act that uses tools. After the end of the script, the reply is
 * empty.
 *
 * @param round the number of replies since the question that called tools
 */
export function nextReply(acts: readonly BoundAct[], round: number): Reply {
  return { attempts: splitAtFailover(cutReply(acts, round)) };
}

function cutReply(acts: readonly BoundAct[], round: number): readonly BoundAct[] {
  const ends = acts.flatMap((act, index) => ('uses' in act ? [index + 1] : []));
  const start = round === 0 ? 0 : (ends[round - 1] ?? acts.length);
  return acts.slice(start, ends[round]);
}

/** Slices, since an array that grows by push reserves room for more acts, in every running turn. */
function splitAtFailover(acts: readonly BoundAct[]): readonly (readonly ReplyAct[])[] {
  const ends = acts.flatMap((act, index) => ('failover' in act ? [index] : []));
  return [...ends, acts.length].map(
    (end, attempt) => acts.slice(attempt === 0 ? 0 : (ends[attempt - 1] ?? 0) + 1, end) as ReplyAct[],
  );
}
