import { Redactor } from '../redaction/redact.ts';
import { joinHeaders, type RawHeaders } from './forward-headers.ts';

/**
 * A shorter token is masked where it is sent, and not where its text stands in a body: a body may well have the word `token`, and
 * what is masked there would be judged.
 */
export const SHORTEST_TOKEN = 8;

/** The tokens that are masked by their value: those that are given, and those that requests carry. */
export class KnownTokens {
  readonly redactor = new Redactor([], SHORTEST_TOKEN);
  readonly #known = new Set<string>();
  readonly #mostBytes: number;
  #bytes = 0;

  /** @param mostBytes of all tokens */
  constructor(given: Iterable<string>, mostBytes: number) {
    this.#mostBytes = mostBytes;
    for (const token of given) this.#learn(token);
  }

  /** @returns false when the request carries a token, and there are too many to know it too */
  learnFrom(headers: RawHeaders): boolean {
    const { authorization } = joinHeaders(headers);
    const [, token] = /^\S+ +(\S+)/.exec(authorization ?? '') ?? [];
    return token === undefined || this.#learn(token);
  }

  #learn(token: string): boolean {
    if (this.#known.has(token)) return true;
    if (this.#bytes + token.length > this.#mostBytes) return false;
    this.#bytes += token.length;
    this.#known.add(token);
    this.redactor.add(token);
    return true;
  }
}
