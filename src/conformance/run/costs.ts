import costs from '../../../generated/check-costs.json' with { type: 'json' };
import type { ProfilePrice } from '../profile/profile.ts';
import { count } from '../report/describe.ts';

/**
 * What a check costs, in the order of the file: the turns that it sends (refused ones included), the chats and skills that it creates, all of its
 * requests, and its turns that reach a model and so cost money. Refused and replayed turns reach none.
 */
export const COUNTS = ['turns', 'chats', 'skills', 'requests', 'modelTurns'] as const;
type Count = (typeof COUNTS)[number];
export type CheckCost = Readonly<Record<Count, number>>;

/** What a check costs that is newer than the last measurement: as much as most checks. */
const USUAL: CheckCost = { turns: 1, chats: 1, skills: 0, requests: 6, modelTurns: 1 };

const measured: Readonly<Record<string, readonly number[]>> = costs;

/** The cost of a check, as measured on the reference server; undefined if it was not measured yet. */
export function measuredCost(check: string): CheckCost | undefined {
  const counts = measured[check];
  return counts && combine((name) => counts[COUNTS.indexOf(name)] ?? 0);
}

/** About what a check costs. With another model than that of the reference server, the check may need a few more turns. */
export function costOf(check: string): CheckCost {
  return measuredCost(check) ?? USUAL;
}

/** The total cost of several checks. */
export function costOfAll(checks: readonly { readonly id: string }[]): CheckCost {
  const each = checks.map(({ id }) => costOf(id));
  return combine((name) => each.reduce((all, cost) => all + cost[name], 0));
}

/** The cost of several rounds. */
export function timesOf(cost: CheckCost, rounds: number): CheckCost {
  return combine((name) => cost[name] * rounds);
}

function combine(amountOf: (name: Count) => number): CheckCost {
  return Object.fromEntries(COUNTS.map((name) => [name, amountOf(name)])) as Record<Count, number>;
}

/** Describes a cost in words: `3 turns (2 reach a model), 1 chat`; `nothing` for a check that only reads. */
export function describeCost({ turns, chats, skills, modelTurns }: CheckCost): string {
  const reached = turns === 0 ? '' : ` (${modelTurns} reach a model)`;
  const parts = [`${some(turns, 'turn')}${reached}`, some(chats, 'chat'), some(skills, 'skill')];
  return parts.filter((part) => part !== '').join(', ') || 'nothing';
}

/** What the turns that reach a model cost, in the currency of the profile. */
export function describePrice({ modelTurns }: CheckCost, { turn, currency }: ProfilePrice): string {
  return `about ${(modelTurns * turn).toLocaleString('en', { maximumSignificantDigits: 3 })} ${currency}`;
}

function some(number: number, noun: string): string {
  return number === 0 ? '' : count(number, noun);
}
