import costs from '../../../generated/check-costs.json' with { type: 'json' };

/** Numbers of turns that a check sends, refused ones included, of chats and skills that it creates, and of all its requests. */
export type CheckCost = readonly [turns: number, chats: number, skills: number, requests: number];

const measured: Readonly<Record<string, readonly number[]>> = costs;

/** The cost of a check, as measured on the reference server. Another model may need a few more turns. */
export function costOf(check: string): CheckCost {
  const [turns = 0, chats = 0, skills = 0, requests = 0] = measured[check] ?? [];
  return [turns, chats, skills, requests];
}

/** The total cost of several checks. */
export function costOfAll(checks: readonly string[]): CheckCost {
  return checks
    .map(costOf)
    .reduce<CheckCost>(
      ([a, b, c, d], [turns, chats, skills, requests]) => [a + turns, b + chats, c + skills, d + requests],
      [0, 0, 0, 0],
    );
}

/** The cost of several rounds. */
export function timesOf([turns, chats, skills, requests]: CheckCost, rounds: number): CheckCost {
  return [turns * rounds, chats * rounds, skills * rounds, requests * rounds];
}

/** Describes a cost in words: `3 turns, 1 chat`; `nothing` for a check that only reads. */
export function describeCost([turns, chats, skills]: CheckCost): string {
  const parts = [count(turns, 'turn'), count(chats, 'chat'), count(skills, 'skill')];
  return parts.filter((part) => part !== '').join(', ') || 'nothing';
}

function count(number: number, noun: string): string {
  return number === 0 ? '' : `${number} ${noun}${number === 1 ? '' : 's'}`;
}
