import type { BoundAct } from './bind-tools.ts';

export type ReplyAct = Exclude<BoundAct, { readonly failover: true }>;

/** What a model says and does until it waits for the results of tools, or has finished. */
export interface Reply {
  /**
   * What each provider says, the one that is asked first at the beginning. All but the last break off, and the next one
   * gives the whole reply anew; there is always one.
   */
  readonly attempts: readonly (readonly ReplyAct[])[];
}

/**
 * The acts of one reply: up to the next act that uses tools, and with it. After the end of the script a reply is empty.
 *
 * @param round how many replies have called tools since the question
 */
export function nextReply(acts: readonly BoundAct[], round: number): Reply {
  return { attempts: splitAtFailover(cutReply(acts, round)) };
}

function cutReply(acts: readonly BoundAct[], round: number): readonly BoundAct[] {
  const ends = acts.flatMap((act, index) => ('uses' in act ? [index + 1] : []));
  const start = round === 0 ? 0 : (ends[round - 1] ?? acts.length);
  return acts.slice(start, ends[round]);
}

function splitAtFailover(acts: readonly BoundAct[]): ReplyAct[][] {
  const attempts: ReplyAct[][] = [[]];
  for (const act of acts) {
    if ('failover' in act) attempts.push([]);
    else attempts.at(-1)?.push(act);
  }
  return attempts;
}
