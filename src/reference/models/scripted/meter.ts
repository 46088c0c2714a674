import type { ModelMessage, ModelPart, ModelUsage } from '../model.ts';

const CHARACTERS_PER_TOKEN = 4;

/**
 * Counts what a scripted reply consumes. A token is taken to be four UTF-16 units, so that the same conversation always costs
 * the same; reasoning and the input of calls count as completion. Each provider that says something is given the prompt anew.
 */
export class TokenMeter {
  readonly #model: string;
  readonly #prompt: number;
  #provider: string;
  #prompts = 0;
  #isFresh = true;
  #said = 0;
  #reasoned = 0;

  /** @param model the provider's name of the model */
  constructor(model: string, provider: string, messages: readonly ModelMessage[]) {
    this.#model = model;
    this.#provider = provider;
    this.#prompt = countTokens(messages.reduce((sum, message) => sum + lengthOf(message), 0));
  }

  /** Who speaks now. */
  get provider(): string {
    return this.#provider;
  }

  /** Whether something was consumed. */
  get hasBegun(): boolean {
    return this.#prompts > 0;
  }

  /** Another provider begins the reply anew. What the one before it has said was consumed all the same. */
  begin(provider: string): void {
    this.#provider = provider;
    this.#isFresh = true;
  }

  /** @returns whether this is the first that the provider says */
  count(part: ModelPart): boolean {
    const isFirst = this.#isFresh;
    if (isFirst) this.#prompts += 1;
    this.#isFresh = false;
    if (part.type === 'text') this.#said += part.text.length;
    if (part.type === 'reasoning') this.#reasoned += part.text.length;
    if (part.type === 'call') this.#said += lengthOfCall(part.call);
    return isFirst;
  }

  get usage(): ModelUsage {
    return {
      promptTokens: this.#prompt * Math.max(this.#prompts, 1),
      completionTokens: countTokens(this.#said + this.#reasoned),
      reasoningTokens: countTokens(this.#reasoned),
      model: this.#model,
      provider: this.#provider,
    };
  }
}

function countTokens(length: number): number {
  return Math.ceil(length / CHARACTERS_PER_TOKEN);
}

function lengthOf(message: ModelMessage): number {
  const calls = message.role === 'assistant' ? message.calls : [];
  return message.content.length + calls.reduce((sum, call) => sum + lengthOfCall(call), 0);
}

function lengthOfCall({ name, input }: { readonly name: string; readonly input: object }): number {
  return name.length + JSON.stringify(input).length;
}
