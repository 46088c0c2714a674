import type { Passage } from '../retrieval/retrieval.ts';
import type { TurnOrder } from './order.ts';

/** The conductor's system message. It never holds the metadata of the turn (section 4.2). */
export function composeInstructions(
  { principal, attached }: TurnOrder,
  passages: readonly Passage[],
): string {
  return [
    principal
      ? `You are ${principal.name}. ${principal.instructions}`
      : 'You answer the questions of people in a conversation.',
    ...attached.skills.map(({ name, instructions }) => `Follow this skill: ${name}\n${instructions}`),
    attached.agents.length > 0 &&
      `You can delegate to these agents:\n${attached.agents
        .map(({ id, name, description }) => `${id} ${name}: ${description}`)
        .join('\n')}`,
    passages.length > 0 &&
      `Passages from the libraries:\n${passages
        .map(({ fileName, text }, index) => `[${index + 1}] ${fileName}: ${text}`)
        .join('\n')}`,
  ]
    .filter((part) => part !== false)
    .join('\n\n');
}
