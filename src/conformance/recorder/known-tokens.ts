import { credentialsIn, isSecretName } from '../../secrets/index.ts';
import { Redactor } from '../redaction/redact.ts';
import { joinHeaders, type RawHeaders } from './forward-headers.ts';

/**
 * Shorter tokens are masked in headers only. In a body, a short token may be an ordinary word such as `token`, and the judge
 * would then judge the mask.
 */
export const SHORTEST_TOKEN = 8;
/** The same for a header that is not about authorization. The value of `X-Session-Mode` or of a cookie may be any word of the contract. */
const SHORTEST_OTHER = 16;

/** The tokens that are masked by their value: the given ones, and those of the requests. */
export class KnownTokens {
  readonly redactor = new Redactor([], SHORTEST_TOKEN);
  readonly #known = new Set<string>();
  readonly #mostBytes: number;
  #bytes = 0;

  /** @param mostBytes length of all tokens together */
  constructor(given: Iterable<string>, mostBytes: number) {
    this.#mostBytes = mostBytes;
    for (const token of given) this.#learn(token);
  }

  /** @returns false if the request has a token, and there is no room for it */
  learnFrom(headers: RawHeaders): boolean {
    const tokens = Object.entries(joinHeaders(headers)).flatMap(([name, value]) => {
      if (!isSecretName(name)) return [];
      const shortest = /authorization/i.test(name) ? 0 : SHORTEST_OTHER;
      return credentialsIn(name, value).filter(({ length }) => length >= shortest);
    });
    return tokens.every((token) => this.#learn(token));
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
