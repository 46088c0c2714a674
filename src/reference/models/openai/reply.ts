import type { ModelPart } from '../model.ts';
import { CallAssembly } from './calls.ts';
import { failureOf, type OpenAiProvider } from './failure.ts';
import type { WireNames } from './names.ts';
import { isRecord } from './record.ts';
import { WholeCharacters } from './text.ts';
import { readUsage } from './usage.ts';

/** Characters of text and reasoning in one reply. */
const TEXT_LIMIT = 4 * 1024 * 1024;

/**
 * Makes the parts of one reply from the chunks of a provider, trusting none of them. Calls come at the end, when all of them
 * can be read, so that no tool runs for a reply that fails afterwards.
 */
export class ReplyAssembly {
  readonly #provider: OpenAiProvider;
  readonly #names: WireNames;
  readonly #calls: CallAssembly;
  readonly #text = new WholeCharacters();
  readonly #reasoning = new WholeCharacters();
  #characters = 0;
  #hasBegun = false;
  #finish = '';

  constructor(provider: OpenAiProvider, names: WireNames) {
    this.#provider = provider;
    this.#names = names;
    this.#calls = new CallAssembly(provider);
  }

  /** Whether the provider said that the reply is complete. Only its usage may still come. */
  get isFinished(): boolean {
    return this.#finish !== '';
  }

  /** The parts that a chunk brings. @throws ModelFailure when it cannot be read, or the provider declines */
  *take(chunk: unknown): Generator<ModelPart> {
    if (!isRecord(chunk)) throw this.#invalid('sent an event that is no object');
    const choice = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
    if (isRecord(choice)) yield* this.#takeChoice(choice);
    const usage = readUsage(this.#provider, chunk.usage);
    if (usage) yield { type: 'usage', usage };
  }

  /** The parts that stand at the end. @throws ModelFailure when the reply is not whole */
  *end(): Generator<ModelPart> {
    if (!this.#hasBegun) {
      throw this.#invalid('sent nothing of a reply; check that its url ends where /chat/completions begins');
    }
    if (!this.isFinished) {
      throw failureOf(this.#provider, 'stream_interrupted', 'stopped in the middle of its reply');
    }
    const calls = this.#calls.end(this.#names);
    if (calls.length === 0 && (this.#finish === 'tool_calls' || this.#finish === 'function_call')) {
      throw this.#invalid('said that it calls tools and called none');
    }
    yield* this.#say('reasoning', this.#reasoning.end());
    yield* this.#say('text', this.#text.end());
    for (const call of calls) yield { type: 'call', call };
  }

  *#takeChoice(choice: Record<string, unknown>): Generator<ModelPart> {
    this.#hasBegun = true;
    if (isRecord(choice.delta)) yield* this.#takeDelta(choice.delta);
    const { finish_reason: finish } = choice;
    if (typeof finish !== 'string' || finish === '') return;
    if (finish === 'content_filter') {
      throw failureOf(this.#provider, 'refused', 'withheld its reply (content_filter)');
    }
    if (finish === 'error') {
      throw failureOf(this.#provider, 'server_error', 'broke its reply off with an error');
    }
    this.#finish = finish;
  }

  *#takeDelta(delta: Record<string, unknown>): Generator<ModelPart> {
    // Two names of the same member; a provider that sends both sends the same text twice.
    const reasoning = delta.reasoning_content || delta.reasoning;
    if (typeof reasoning === 'string') yield* this.#say('reasoning', this.#reasoning.push(reasoning));
    // A refusal is what the model answers, in a member of its own.
    for (const content of [delta.content, delta.refusal]) {
      if (content === undefined || content === null) continue;
      if (typeof content !== 'string') throw this.#invalid('sent content that is no text');
      yield* this.#say('text', this.#text.push(content));
    }
    if (!Array.isArray(delta.tool_calls)) return;
    for (const fragment of delta.tool_calls) this.#calls.add(fragment);
  }

  *#say(type: 'text' | 'reasoning', text: string): Generator<ModelPart> {
    if (text === '') return;
    this.#characters += text.length;
    if (this.#characters > TEXT_LIMIT) throw this.#invalid(`said more than ${TEXT_LIMIT} characters`);
    yield { type, text };
  }

  #invalid(what: string) {
    return failureOf(this.#provider, 'invalid_reply', what);
  }
}
