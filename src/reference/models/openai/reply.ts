import { isObject, type JsonObject } from '../../../rig/script/json.ts';
import type { Echo, ModelPart } from '../model.ts';
import { CallAssembly, type ReadCall } from './calls.ts';
import { failureOf, type OpenAiProvider } from './failure.ts';
import type { WireNames } from './names.ts';
import { OpaqueMembers } from './opaque-members.ts';
import { readOptional } from './read.ts';
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
  readonly #opaque = new OpaqueMembers();
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

  /** Whether the reply calls tools. */
  get hasCalls(): boolean {
    return this.#calls.hasBegun;
  }

  /** The parts in a chunk. @throws ModelFailure when the chunk is invalid, or the provider declines */
  *take(chunk: unknown): Generator<ModelPart> {
    if (!isObject(chunk)) throw this.#invalid('sent an event that is not an object');
    const [choice] = readOptional(chunk, 'choices', 'list', this.#invalid) ?? [];
    if (choice !== undefined && !isObject(choice)) throw this.#invalid('sent a choice that is not an object');
    if (choice) yield* this.#takeChoice(choice);
    const usage = readUsage(this.#provider, chunk);
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
    if (calls.length > 0) yield { type: 'echo', echo: this.#echoOf(calls) };
    for (const { call } of calls) yield { type: 'call', call };
  }

  *#takeChoice(choice: JsonObject): Generator<ModelPart> {
    this.#hasBegun = true;
    const delta = readOptional(choice, 'delta', 'object', this.#invalid);
    if (delta) yield* this.#takeDelta(delta);
    const finish = readOptional(choice, 'finish_reason', 'text', this.#invalid) ?? '';
    if (finish === '') return;
    if (finish === 'content_filter') {
      throw failureOf(this.#provider, 'refused', 'withheld its reply (content_filter)');
    }
    if (finish === 'error') {
      throw failureOf(this.#provider, 'server_error', 'broke its reply off with an error');
    }
    this.#finish = finish;
  }

  *#takeDelta(delta: JsonObject): Generator<ModelPart> {
    const { role: _, content: __, refusal: ___, tool_calls: ____, ...opaque } = delta;
    if (!this.#opaque.add(opaque)) throw this.#invalid('sent more members than can be sent back');
    // Providers use one of two names for this member. A provider that sends both sends the same text twice.
    const [reasoning = ''] = ['reasoning_content', 'reasoning'].flatMap(
      (member) => readOptional(delta, member, 'text', this.#invalid) || [],
    );
    yield* this.#say('reasoning', this.#reasoning.push(reasoning));
    // A refusal is the model's answer too, in a separate member.
    for (const member of ['content', 'refusal']) {
      const content = readOptional(delta, member, 'text', this.#invalid);
      if (content !== undefined) yield* this.#say('text', this.#text.push(content));
    }
    const fragments = readOptional(delta, 'tool_calls', 'list', this.#invalid) ?? [];
    for (const fragment of fragments) this.#calls.add(fragment);
  }

  #echoOf(calls: readonly ReadCall[]): Echo {
    return {
      provider: this.#provider,
      message: this.#opaque.members,
      calls: new Map(calls.map(({ call, opaque }) => [call.id, opaque])),
    };
  }

  *#say(type: 'text' | 'reasoning', text: string): Generator<ModelPart> {
    if (text === '') return;
    this.#characters += text.length;
    if (this.#characters > TEXT_LIMIT) throw this.#invalid(`said more than ${TEXT_LIMIT} characters`);
    yield { type, text };
  }

  readonly #invalid = (what: string) => failureOf(this.#provider, 'invalid_reply', what);
}
