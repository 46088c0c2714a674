import type { ChatMessage } from './chat-request.ts';

/** A conversation as a model that obeys scripts sees it. */
export interface Talk {
  /** The last message of the person; empty if there is none. */
  readonly question: string;
  /** Texts of the system's and the person's messages, in their order. */
  readonly given: readonly string[];
  /** What tools have returned since the question. */
  readonly results: readonly string[];
  /** How many replies have called tools since the question. */
  readonly round: number;
  /** Names of the tools that were called since the question. */
  readonly called: readonly string[];
}

/** Reads what a reply depends on. Whatever was said before the last question only counts as given. */
export function readTalk(messages: readonly ChatMessage[]): Talk {
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  const since = messages.slice(asked + 1);
  const calling = since.filter(({ role, calls }) => role === 'assistant' && calls.length > 0);
  return {
    question: messages[asked]?.text ?? '',
    given: messages.filter(({ role }) => role === 'system' || role === 'user').map(({ text }) => text),
    results: since.filter(({ role }) => role === 'tool').map(({ text }) => text),
    round: calling.length,
    called: calling.flatMap(({ calls }) => calls),
  };
}
