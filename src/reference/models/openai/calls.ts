import { randomUUID } from 'node:crypto';
import type { ToolCall } from '../model.ts';
import { failureOf, type OpenAiProvider } from './failure.ts';
import type { WireNames } from './names.ts';
import { isRecord } from './record.ts';

const LIMITS = {
  calls: 64,
  /** Characters of the arguments of all calls of a reply. */
  arguments: 1024 * 1024,
  /** Characters of a name or an id. */
  name: 256,
  /** Levels of an argument. Deeper ones would exhaust the stack of whoever writes them as JSON. */
  depth: 100,
};

interface PartialCall {
  id: string;
  name: string;
  arguments: string;
}

/** Puts calls of tools together from fragments, which come in pieces, interleaved, and labelled in several ways. */
export class CallAssembly {
  readonly #provider: OpenAiProvider;
  readonly #calls: PartialCall[] = [];
  readonly #byIndex = new Map<number, PartialCall>();
  #characters = 0;

  constructor(provider: OpenAiProvider) {
    this.#provider = provider;
  }

  /** @throws ModelFailure when the reply calls too much */
  add(fragment: unknown): void {
    if (!isRecord(fragment)) throw this.#invalid('sent a call of a tool that is no object');
    const written = isRecord(fragment.function) ? fragment.function : {};
    const id = readText(fragment.id);
    const name = readText(written.name);
    const call = this.#find(fragment.index, id, name);
    // Some providers repeat the id and the name with each fragment, so the first ones stand.
    call.id ||= id;
    call.name ||= name;
    const text = readText(written.arguments);
    this.#characters += text.length;
    if (this.#characters > LIMITS.arguments) {
      throw this.#invalid(`sent more than ${LIMITS.arguments} characters of arguments`);
    }
    call.arguments += text;
  }

  /** The calls, in the order in which they began. @throws ModelFailure when one cannot be read */
  end(names: WireNames): ToolCall[] {
    const ids = new Set<string>();
    return this.#calls.map((call) => {
      if (call.name === '' || call.name.length > LIMITS.name) {
        throw this.#invalid('called a tool without a usable name');
      }
      // Whoever answers a call names it by its id, so each needs one of its own.
      const usable = call.id !== '' && call.id.length <= LIMITS.name && !ids.has(call.id);
      const id = usable ? call.id : `call_${randomUUID()}`;
      ids.add(id);
      return { id, name: names.fromWire(call.name), input: this.#readInput(call) };
    });
  }

  #find(index: unknown, id: string, name: string): PartialCall {
    const known = typeof index === 'number' ? this.#byIndex.get(index) : this.#calls.at(-1);
    // Providers that send whole calls may label all of them with the same index, or with none.
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
    // A tool without parameters is often called without arguments.
    if (call.arguments.trim() === '') return {};
    let input: unknown;
    try {
      input = JSON.parse(call.arguments);
    } catch {
      throw this.#invalid('called a tool with arguments that are not JSON');
    }
    if (!isRecord(input) || Array.isArray(input)) {
      throw this.#invalid('called a tool with arguments that are no object');
    }
    if (isDeeperThan(input, LIMITS.depth)) {
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

function isDeeperThan(value: unknown, levels: number): boolean {
  if (!isRecord(value)) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(member, levels - 1));
}
