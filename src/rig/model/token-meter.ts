import type { ChatRequest } from './chat-request.ts';
import type { Part } from './perform.ts';

/** A fixed ratio, so that the same conversation always has the same usage. */
const UNITS_PER_TOKEN = 4;

/** Counts the usage of a reply. Reasoning and the arguments of calls count as completion. */
export class TokenMeter {
  readonly #prompt: number;
  #said = 0;
  #reasoned = 0;

  constructor({ messages }: ChatRequest) {
    this.#prompt = messages.reduce((sum, { text }) => sum + text.length, 0);
  }

  count(part: Part): void {
    if (part.type === 'text') this.#said += part.text.length;
    if (part.type === 'reasoning') this.#reasoned += part.text.length;
    if (part.type === 'call') this.#said += part.call.name.length + part.call.arguments.length;
  }

  /** The usage in OpenAI's format. */
  get usage(): object {
    const prompt = countTokens(this.#prompt);
    const reasoning = countTokens(this.#reasoned);
    const completion = countTokens(this.#said) + reasoning;
    return {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
      prompt_tokens_details: { cached_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: reasoning },
    };
  }
}

function countTokens(units: number): number {
  return Math.ceil(units / UNITS_PER_TOKEN);
}
