import { randomUUID } from 'node:crypto';
import { isObject, isShallow } from '../../../rig/script/json.ts';
import type { ToolCall } from '../model.ts';
import { failureOf, type OpenAiProvider } from './failure.ts';
import type { WireNames } from './names.ts';

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

  /** Adds a fragment. @throws ModelFailure when it cannot be read, or the calls exceed a limit */
  add(fragment: unknown): void {
    if (!isObject(fragment)) throw this.#invalid('sent a call of a tool that is not an object');
    const written = isObject(fragment.function) ? fragment.function : {};
    const id = readText(fragment.id);
    const name = readText(written.name);
    const call = this.#find(fragment.index, id, name);
    // Some providers repeat the id and the name in every fragment; the first ones count.
    call.id ||= id;
    call.name ||= name;
    const text = readText(written.arguments);
    this.#characters += text.length;
    if (this.#characters > LIMITS.arguments) {
      throw this.#invalid(`sent more than ${LIMITS.arguments} characters of arguments`);
    }
    call.arguments += text;
  }

  /** The complete calls, in the order in which they began. @throws ModelFailure when one cannot be read */
  end(names: WireNames): ToolCall[] {
    const ids = new Set<string>();
    return this.#calls.map((call) => {
      if (call.name === '' || call.name.length > LIMITS.name) {
        throw this.#invalid('called a tool without a usable name');
      }
      // Results refer to their call by its id, so every call needs a unique one.
      const usable = call.id !== '' && call.id.length <= LIMITS.name && !ids.has(call.id);
      const id = usable ? call.id : `call_${randomUUID()}`;
      ids.add(id);
      return { id, name: names.fromWire(call.name), input: this.#readInput(call) };
    });
  }

  #find(index: unknown, id: string, name: string): PartialCall {
    const known = typeof index === 'number' ? this.#byIndex.get(index) : this.#calls.at(-1);
    // Some providers send complete calls, all with the same index or with none.
    const isAnother = known && id !== '' && name !== '' && known.id !== '' && id !== known.id;
    if (known && !isAnother) return known;
    if (this.#calls.length === LIMITS.calls)
      throw this.#invalid(`called more than ${LIMITS.calls} tools at once`);
    const call = { id: '', name: '', arguments: '' };
    this.#calls.push(call);
    if (typeof index === 'number') this.#byIndex.set(index, call);
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
    if (!isObject(input)) throw this.#invalid('called a tool with arguments that are no object');
    if (!isShallow(input, LIMITS.depth)) {
      throw this.#invalid(`called a tool with arguments of more than ${LIMITS.depth} levels`);
    }
    return input;
  }

  #invalid(what: string) {
    return failureOf(this.#provider, 'invalid_reply', what);
  }
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
