import measured from '../../../generated/check-costs.json' with { type: 'json' };
import type { ProfilePrice } from '../profile/profile.ts';

export interface CheckCost {
  /** Turns that are sent, refused ones included. */
  readonly turns: number;
  readonly chats: number;
  readonly skills: number;
  /** All requests. */
  readonly requests: number;
  /** Turns that reach a model and so cost money. Refused and replayed turns reach none. */
  readonly modelTurns: number;
}

/** What a check costs that is newer than the last measurement: as much as most checks. */
const USUAL: CheckCost = { turns: 1, chats: 1, skills: 0, requests: 6, modelTurns: 1 };

/** The order of the counts in the file. */
export const COUNTS = ['turns', 'chats', 'skills', 'requests', 'modelTurns'] as const;

/** The measured cost of each check, by its id. */
export const COSTS: ReadonlyMap<string, CheckCost> = new Map(
  Object.entries(measured as Readonly<Record<string, readonly number[]>>).map(([check, counts]) => [
    check,
    combine((name) => counts[COUNTS.indexOf(name)] ?? 0),
  ]),
);

/** The cost of a check, as measured on the reference server. With another model, the check may need a few more turns. */
export function costOf(check: string): CheckCost {
  return COSTS.get(check) ?? USUAL;
}

/** The total cost of several checks. */
export function costOfAll(checks: readonly string[]): CheckCost {
  const costs = checks.map(costOf);
  return combine((name) => costs.reduce((all, cost) => all + cost[name], 0));
}

/** The cost of several rounds. */
export function timesOf(cost: CheckCost, rounds: number): CheckCost {
  return combine((name) => cost[name] * rounds);
}

function combine(count: (name: keyof CheckCost) => number): CheckCost {
  return {
    turns: count('turns'),
    chats: count('chats'),
    skills: count('skills'),
    requests: count('requests'),
    modelTurns: count('modelTurns'),
  };
}

/** Describes a cost in words: `3 turns (2 reach a model), 1 chat`; `nothing` for a check that only reads. */
export function describeCost({ turns, chats, skills, modelTurns }: CheckCost): string {
  const reached = turns === 0 ? '' : ` (${modelTurns} reach a model)`;
  const parts = [`${count(turns, 'turn')}${reached}`, count(chats, 'chat'), count(skills, 'skill')];
  return parts.filter((part) => part !== '').join(', ') || 'nothing';
}

/** What the turns that reach a model cost, in the currency of the profile. */
export function describePrice({ modelTurns }: CheckCost, { turn, currency }: ProfilePrice): string {
  return `about ${(modelTurns * turn).toLocaleString('en', { maximumSignificantDigits: 3 })} ${currency}`;
}

function count(number: number, noun: string): string {
  return number === 0 ? '' : `${number} ${noun}${number === 1 ? '' : 's'}`;
}
