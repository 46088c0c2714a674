import { isObject, type JsonObject } from '../../../rig/script/json.ts';

/**
 * Converts whole messages, which some providers send instead of the pieces of one, into pieces. A provider may send the message once, or
 * again each time it has grown.
 */
export class WholeMessage {
  readonly #texts = new Map<string, string>();
  readonly #invalid: (what: string) => Error;
  #last: JsonObject = {};

  /** @param invalid gets the end of a sentence about the provider */
  constructor(invalid: (what: string) => Error) {
    this.#invalid = invalid;
  }

  /** Whether the message calls tools. */
  get hasCalls(): boolean {
    return Array.isArray(this.#last.tool_calls) && this.#last.tool_calls.length > 0;
  }

  /** The new part of the texts. @throws the result of `invalid` when the message no longer begins as it did */
  push(message: JsonObject): JsonObject {
    this.#last = message;
    const grown = Object.entries(message).flatMap(([name, value]) => {
      if (typeof value !== 'string') return [];
      const known = this.#texts.get(name) ?? '';
      if (!value.startsWith(known)) throw this.#invalid('changed a message that it had already sent');
      this.#texts.set(name, value);
      return [[name, value.slice(known.length)]];
    });
    return Object.fromEntries(grown);
  }

  /** The members of which only the final value counts: calls, and all others that are not texts. */
  end(): JsonObject {
    const others = Object.entries(this.#last).filter(([, value]) => typeof value !== 'string');
    const { tool_calls: calls, ...rest } = Object.fromEntries(others);
    if (!Array.isArray(calls)) return calls === undefined ? rest : { ...rest, tool_calls: calls };
    // The calls of a message are complete, and have no index.
    const indexed = calls.map((call, index) => (isObject(call) ? { ...call, index } : call));
    return { ...rest, tool_calls: indexed };
  }
}
