import type { ModelMessage } from '../model.ts';

/** The parts of a conversation that a scripted model uses. */
export interface Talk {
  /** The user's last message; empty if there is none. */
  readonly question: string;
  /** Contents of the system messages. */
  readonly instructions: readonly string[];
  /** Contents of the system and user messages, in order. */
  readonly given: readonly string[];
  /** The results of tools since the question. */
  readonly results: readonly string[];
  /** The number of replies since the question that called tools. */
  readonly round: number;
  /** Names of the tools that were called since the question. */
  readonly called: readonly string[];
}

/** Reads the parts of a conversation that a reply depends on. */
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
