import { isObject, type JsonObject } from '../../../rig/script/json.ts';
import type { Echo, ModelPart } from '../model.ts';
import { CallAssembly, type ReadCall } from './calls.ts';
import { readSayings, type Saying } from './content.ts';
import { explainErrorEvent, failureOf, type OpenAiProvider, quote } from './failure.ts';
import type { WireNames } from './names.ts';
import { OpaqueMembers } from './opaque-members.ts';
import { readOptional } from './read.ts';
import { readUsage } from './usage.ts';
import { WholeCharacters } from './whole-characters.ts';
import { WholeMessage } from './whole-message.ts';

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
  /** The index of the choice that is the reply: the lowest index in the first chunk that has choices. */
  #index: number | undefined;
  /** Present if the provider sent whole messages before any piece of one. */
  #message: WholeMessage | undefined;
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

  /** The characters of everything that was sent so far: texts, arguments of calls, and members that only the provider understands. */
  get size(): number {
    return this.#characters + this.#calls.size + this.#opaque.size;
  }

  /** Whether the reply calls tools. */
  get hasCalls(): boolean {
    return this.#calls.hasBegun || this.#message?.hasCalls === true;
  }

  /** The parts in a chunk. @throws ModelFailure when the chunk is invalid, or the provider declines */
  *take(chunk: unknown): Generator<ModelPart> {
    if (!isObject(chunk)) throw this.#invalid('sent an event that is not an object');
    // Some providers send their error as the event itself instead of its member `error`.
    if (chunk.choices === undefined && typeof chunk.message === 'string') {
      throw explainErrorEvent(this.#provider, chunk);
    }
    for (const choice of this.#choicesOf(chunk)) yield* this.#takeChoice(choice);
    const usage = readUsage(this.#provider, chunk);
    if (usage) yield { type: 'usage', usage };
  }

  /**
   * The parts that can be produced only at the end.
   *
   * @param opening the text of the provider before any content, which says more than advice if there is no reply
   * @throws ModelFailure when the reply is incomplete
   */
  *end(opening = ''): Generator<ModelPart> {
    if (!this.#hasBegun) {
      const what = 'sent no reply';
      if (opening !== '') throw failureOf(this.#provider, 'invalid_reply', what, { cause: quote(opening) });
      throw this.#invalid(`${what}; check that its url ends just before /chat/completions`);
    }
    if (!this.isFinished) {
      throw failureOf(this.#provider, 'stream_interrupted', 'stopped in the middle of its reply');
    }
    if (this.#message) yield* this.#takeDelta(this.#message.end());
    const calls = this.#calls.end(this.#names);
    if (calls.length === 0 && (this.#finish === 'tool_calls' || this.#finish === 'function_call')) {
      throw this.#invalid('announced tool calls but sent none');
    }
    yield* this.#say('reasoning', this.#reasoning.end());
    yield* this.#say('text', this.#text.end());
    if (calls.length > 0) yield { type: 'echo', echo: this.#echoOf(calls) };
    for (const { call } of calls) yield { type: 'call', call };
  }

  /** The choices of a chunk that belong to the reply. Providers may send several, in any order, even if only one was asked for. */
  #choicesOf(chunk: JsonObject): JsonObject[] {
    const choices = (readOptional(chunk, 'choices', 'list', this.#invalid) ?? []).map((choice) => {
      if (!isObject(choice)) throw this.#invalid('sent a choice that is not an object');
      return { choice, index: readOptional(choice, 'index', 'number', this.#invalid) ?? 0 };
    });
    if (choices.length === 0) return [];
    this.#index ??= choices.reduce((lowest, { index }) => Math.min(lowest, index), Number.POSITIVE_INFINITY);
    return choices.filter(({ index }) => index === this.#index).map(({ choice }) => choice);
  }

  *#takeChoice(choice: JsonObject): Generator<ModelPart> {
    this.#hasBegun = true;
    const delta = readOptional(choice, 'delta', 'object', this.#invalid);
    if (delta) yield* this.#takeDelta(delta);
    const message = readOptional(choice, 'message', 'object', this.#invalid);
    if (message) yield* this.#takeMessage(message);
    const finish = readOptional(choice, 'finish_reason', 'text', this.#invalid) ?? '';
    if (finish === '') return;
    if (finish === 'content_filter') {
      throw failureOf(this.#provider, 'refused', 'withheld its reply (content_filter)');
    }
    if (finish === 'error') {
      throw failureOf(this.#provider, 'server_error', 'broke off its reply with an error');
    }
    this.#finish = finish;
  }

  /** A whole message repeats the pieces, so it counts only if no piece came before it. */
  *#takeMessage(message: JsonObject): Generator<ModelPart> {
    if (!this.#message && (this.#characters > 0 || this.#calls.hasBegun)) return;
    this.#message ??= new WholeMessage(this.#invalid);
    yield* this.#takeDelta(this.#message.push(message));
  }

  *#takeDelta(delta: JsonObject): Generator<ModelPart> {
    const { role: _, content: __, refusal: ___, tool_calls: ____, ...opaque } = delta;
    if (!this.#opaque.add(opaque)) throw this.#invalid('sent more members than can be sent back');
    // Providers use one of two names for this member. A provider that sends both sends the same text twice.
    const [reasoning = []] = ['reasoning_content', 'reasoning']
      .map((member) => readSayings(delta, member, 'reasoning', this.#invalid))
      .filter((sayings) => sayings.some(({ text }) => text !== ''));
    yield* this.#sayAll(reasoning);
    // A refusal is the model's answer too, in a separate member.
    for (const member of ['content', 'refusal']) {
      yield* this.#sayAll(readSayings(delta, member, 'text', this.#invalid));
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

  *#sayAll(sayings: readonly Saying[]): Generator<ModelPart> {
    for (const { type, text } of sayings) {
      const whole = type === 'text' ? this.#text : this.#reasoning;
      yield* this.#say(type, whole.push(text));
    }
  }

  *#say(type: 'text' | 'reasoning', text: string): Generator<ModelPart> {
    if (text === '') return;
    this.#characters += text.length;
    if (this.#characters > TEXT_LIMIT) throw this.#invalid(`sent more than ${TEXT_LIMIT} characters`);
    yield { type, text };
  }

  readonly #invalid = (what: string) => failureOf(this.#provider, 'invalid_reply', what);
}
