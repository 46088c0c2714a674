import { isObject, type JsonObject } from '../../../rig/script/json.ts';
import type { ModelPart } from '../model.ts';
import { CallAssembly } from './calls.ts';
import { failureOf, type OpenAiProvider } from './failure.ts';
import type { WireNames } from './names.ts';
import { readUsage } from './usage.ts';
import { WholeCharacters } from './whole-characters.ts';

/** Characters of text and reasoning in one reply. */
const TEXT_LIMIT = 4 * 1024 * 1024;

/**
 * Converts the chunks of a provider into the parts of one reply and checks each chunk. Tool calls come at the end, once all
 * of them are complete, so that no tool runs for a reply that fails afterwards.
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

  /** Whether the provider declared the reply complete. Only the usage may still follow. */
  get isFinished(): boolean {
    return this.#finish !== '';
  }

  /** The parts in a chunk. @throws ModelFailure when the chunk is invalid, or the provider declines */
  *take(chunk: unknown): Generator<ModelPart> {
    if (!isObject(chunk)) throw this.#invalid('sent an event that is not an object');
    const choice = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
    if (isObject(choice)) yield* this.#takeChoice(choice);
    const usage = readUsage(this.#provider, chunk.usage);
    if (usage) yield { type: 'usage', usage };
  }

  /** The parts that can be produced only at the end. @throws ModelFailure when the reply is incomplete */
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

  *#takeChoice(choice: JsonObject): Generator<ModelPart> {
    this.#hasBegun = true;
    if (isObject(choice.delta)) yield* this.#takeDelta(choice.delta);
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

  *#takeDelta(delta: JsonObject): Generator<ModelPart> {
    // Providers use one of two names for this member. A provider that sends both sends the same text twice.
    const reasoning = delta.reasoning_content || delta.reasoning;
    if (typeof reasoning === 'string') yield* this.#say('reasoning', this.#reasoning.push(reasoning));
    // A refusal is the model's answer too, in a separate member.
    for (const content of [delta.content, delta.refusal]) {
      if (content === undefined || content === null) continue;
      if (typeof content !== 'string') throw this.#invalid('sent content that is not a text');
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
