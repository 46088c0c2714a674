import type { ModelMessage } from '../model.ts';

/** A conversation as a scripted model sees it. */
export interface Talk {
  /** The last message of the person; empty if there is none. */
  readonly question: string;
  /** Contents of the system messages. */
  readonly instructions: readonly string[];
  /** Contents of the system's and the person's messages, in their order. */
  readonly given: readonly string[];
  /** What tools have returned since the question. */
  readonly results: readonly string[];
  /** How many replies have called tools since the question. */
  readonly round: number;
  /** Names of the tools that were called since the question. */
  readonly called: readonly string[];
}

/** Reads what a reply depends on. Whatever was said before the last question only counts as given. */
export function readTalk(messages: readonly ModelMessage[]): Talk {
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  const since = messages.slice(asked + 1);
  const calling = since.flatMap((message) =>
    message.role === 'assistant' && message.calls.length > 0 ? [message.calls] : [],
  );
  return {
    question: messages[asked]?.content ?? '',
    instructions: contentsOf(messages, 'system'),
    given: contentsOf(messages, 'system', 'user'),
    results: contentsOf(since, 'tool'),
    round: calling.length,
    called: calling.flat().map(({ name }) => name),
  };
}

function contentsOf(messages: readonly ModelMessage[], ...roles: readonly ModelMessage['role'][]): string[] {
  return messages.filter(({ role }) => roles.includes(role)).map(({ content }) => content);
}
