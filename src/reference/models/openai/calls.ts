import { randomUUID } from 'node:crypto';
import { isObject, isShallow, type JsonObject } from '../../../rig/script/json.ts';
import type { ToolCall } from '../model.ts';
import { failureOf, type OpenAiProvider } from './failure.ts';
import type { WireNames } from './names.ts';
import { OpaqueMembers } from './opaque-members.ts';
import { readOptional } from './read.ts';

const LIMITS = {
  calls: 64,
  /** Characters of the arguments of all calls of a reply. */
  arguments: 1024 * 1024,
  /** Characters of a name or an id. */
  name: 256,
  /** Levels of nesting in the arguments. Deeper values would exhaust the stack when they are written as JSON. */
  depth: 100,
};

interface PartialCall {
  id: string;
  name: string;
  arguments: string;
  /** The members that only the provider understands. */
  readonly opaque: OpaqueMembers;
}

/** A call, and the members of it that only the provider understands. */
export interface ReadCall {
  readonly call: ToolCall;
  readonly opaque: JsonObject;
}

/** Assembles tool calls from fragments, which providers interleave and label in several ways. */
export class CallAssembly {
  readonly #provider: OpenAiProvider;
  readonly #calls: PartialCall[] = [];
  readonly #byIndex = new Map<number, PartialCall>();
  #characters = 0;

  constructor(provider: OpenAiProvider) {
    this.#provider = provider;
  }

  /** Whether any call has begun. */
  get hasBegun(): boolean {
    return this.#calls.length > 0;
  }

  /** The characters of all arguments and opaque members so far, and one for each call. */
  get size(): number {
    return this.#calls.reduce((sum, { opaque }) => sum + opaque.size + 1, this.#characters);
  }

  /** Adds a fragment. @throws ModelFailure when it cannot be read, or the calls exceed a limit */
  add(fragment: unknown): void {
    if (!isObject(fragment)) throw this.#invalid('sent a tool call that is not an object');
    const written = readOptional(fragment, 'function', 'object', this.#invalid) ?? {};
    const index = readOptional(fragment, 'index', 'number', this.#invalid);
    const id = readOptional(fragment, 'id', 'text', this.#invalid) ?? '';
    const name = readOptional(written, 'name', 'text', this.#invalid) ?? '';
    const call = this.#find(index, id, name);
    // Some providers repeat the id and the name in every fragment, and some send the name in pieces.
    call.id ||= id;
    if (name !== call.name) call.name += name;
    const text = this.#readArguments(written);
    this.#characters += text.length;
    if (this.#characters > LIMITS.arguments) {
      throw this.#invalid(`sent more than ${LIMITS.arguments} characters of arguments`);
    }
    call.arguments += text;
    if (!call.opaque.add(opaqueMembersOf(fragment, written))) {
      throw this.#invalid('sent a tool call with more members than can be sent back');
    }
  }

  /** The complete calls, in the order in which they began. @throws ModelFailure when one cannot be read */
  end(names: WireNames): ReadCall[] {
    const ids = new Set<string>();
    return this.#calls.map((call) => {
      if (call.name === '' || call.name.length > LIMITS.name) {
        throw this.#invalid('called a tool without a usable name');
      }
      // Results refer to their call by its id, so every call needs a unique one.
      const usable = call.id !== '' && call.id.length <= LIMITS.name && !ids.has(call.id);
      const id = usable ? call.id : `call_${randomUUID()}`;
      ids.add(id);
      return {
        call: { id, name: names.fromWire(call.name), input: this.#readInput(call) },
        opaque: call.opaque.members,
      };
    });
  }

  /** Arguments are usually a string of JSON. Some providers send the object itself, in one piece. */
  #readArguments(written: JsonObject): string {
    if (!isObject(written.arguments)) return readOptional(written, 'arguments', 'text', this.#invalid) ?? '';
    if (!isShallow(written.arguments, LIMITS.depth)) throw this.#tooDeep();
    return JSON.stringify(written.arguments);
  }

  #find(index: number | undefined, id: string, name: string): PartialCall {
    const known = index === undefined ? this.#calls.at(-1) : this.#byIndex.get(index);
    // Some providers send complete calls, all with the same index or with none.
    const isAnother = known && id !== '' && name !== '' && known.id !== '' && id !== known.id;
    if (known && !isAnother) return known;
    if (this.#calls.length === LIMITS.calls)
      throw this.#invalid(`called more than ${LIMITS.calls} tools at once`);
    const call: PartialCall = { id: '', name: '', arguments: '', opaque: new OpaqueMembers() };
    this.#calls.push(call);
    if (index !== undefined) this.#byIndex.set(index, call);
    return call;
  }

  #readInput(call: PartialCall): Record<string, unknown> {
    // Models often call a tool without parameters with no arguments at all.
    if (call.arguments.trim() === '') return {};
    let input: unknown;
    try {
      input = JSON.parse(call.arguments);
    } catch {
      throw this.#invalid('called a tool with arguments that are not JSON');
    }
    if (!isObject(input)) throw this.#invalid('called a tool with arguments that are not an object');
    if (!isShallow(input, LIMITS.depth)) throw this.#tooDeep();
    return input;
  }

  #tooDeep() {
    return this.#invalid(`called a tool with arguments of more than ${LIMITS.depth} levels`);
  }

  readonly #invalid = (what: string) => failureOf(this.#provider, 'invalid_reply', what);
}

function opaqueMembersOf(fragment: JsonObject, written: JsonObject): JsonObject {
  const { index: _, id: __, type: ___, function: ____, ...members } = fragment;
  const { name: _____, arguments: ______, ...ofFunction } = written;
  return Object.keys(ofFunction).length === 0 ? members : { ...members, function: ofFunction };
}
