import type { ModelMessage, ModelPart, ModelUsage } from '../model.ts';

const CHARACTERS_PER_TOKEN = 4;

/**
 * Counts the usage of a scripted reply. One token is four UTF-16 units, so that the same conversation always has the same
 * usage. Reasoning and the input of calls count as completion. The prompt counts once per provider that produces output.
 */
export class TokenMeter {
  readonly #model: string;
  readonly #prompt: number;
  #provider: string;
  #prompts = 0;
  #isFresh = true;
  #said = 0;
  #reasoned = 0;

  /** @param model the provider's name for the model */
  constructor(model: string, provider: string, messages: readonly ModelMessage[]) {
    this.#model = model;
    this.#provider = provider;
    this.#prompt = countTokens(messages.reduce((sum, message) => sum + lengthOf(message), 0));
  }

  /** The provider whose output is being counted. */
  get provider(): string {
    return this.#provider;
  }

  /** Whether any provider has produced output. */
  get hasBegun(): boolean {
    return this.#prompts > 0;
  }

  /** Switches to another provider, which starts the reply over. The output of the previous one still counts. */
  begin(provider: string): void {
    this.#provider = provider;
    this.#isFresh = true;
  }

  /** Counts a part. @returns whether it is the first one of the provider */
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
