import type { ChatMessage } from './chat-request.ts';

/** The parts of a conversation that a model performing scripts uses. */
export interface Talk {
  /** The user's last message; empty if there is none. */
  readonly question: string;
  /** Texts of the system and user messages, in order. */
  readonly given: readonly string[];
  /** The results of tools since the question. */
  readonly results: readonly string[];
  /** The number of replies since the question that called tools. */
  readonly round: number;
  /** Names of the tools that were called since the question. */
  readonly called: readonly string[];
}

/** Reads the parts of a conversation that a reply depends on. */
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
