import costs from '../../../generated/check-costs.json' with { type: 'json' };

/**
 * How many turns a check sends (refused ones included), how many chats and skills it creates, how many requests it makes in all, and how
 * many of its turns reach a model and so cost money. Refused and replayed turns reach no model.
 */
export type CheckCost = readonly [
  turns: number,
  chats: number,
  skills: number,
  requests: number,
  modelTurns: number,
];

const measured: Readonly<Record<string, readonly number[]>> = costs;

/** The cost of a check, as measured on the reference server. With another model, the check may need a few more turns. */
export function costOf(check: string): CheckCost {
  const [turns = 0, chats = 0, skills = 0, requests = 0, modelTurns = 0] = measured[check] ?? [];
  return [turns, chats, skills, requests, modelTurns];
}

/** The total cost of several checks. */
export function costOfAll(checks: readonly string[]): CheckCost {
  const costs = checks.map(costOf);
  const sum = (index: number) => costs.reduce((all, cost) => all + (cost[index] ?? 0), 0);
  return [sum(0), sum(1), sum(2), sum(3), sum(4)];
}

/** The cost of several rounds. */
export function timesOf([turns, chats, skills, requests, modelTurns]: CheckCost, rounds: number): CheckCost {
  return [turns * rounds, chats * rounds, skills * rounds, requests * rounds, modelTurns * rounds];
}

/** Describes a cost in words: `3 turns (2 reach a model), 1 chat`; `nothing` for a check that only reads. */
export function describeCost([turns, chats, skills, , modelTurns]: CheckCost): string {
  const reached = turns === 0 ? '' : ` (${modelTurns} reach a model)`;
  const parts = [`${count(turns, 'turn')}${reached}`, count(chats, 'chat'), count(skills, 'skill')];
  return parts.filter((part) => part !== '').join(', ') || 'nothing';
}

function count(number: number, noun: string): string {
  return number === 0 ? '' : `${number} ${noun}${number === 1 ? '' : 's'}`;
}
