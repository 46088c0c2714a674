import { credentialsIn, isSecretName } from '../../secrets/index.ts';
import { Redactor } from '../redaction/redact.ts';

/**
 * Shorter tokens are masked in headers only. In a body, a short token may be an ordinary word such as `token`, and the judge
 * would then judge the mask.
 */
export const SHORTEST_TOKEN = 8;
/** The same for a header that is not about authorization. The value of `X-Session-Mode` or of a cookie may be any word of the contract. */
const SHORTEST_OTHER = 16;

/** By lower-case name. */
type Headers = Readonly<Record<string, string>>;

export interface TokenLimits {
  /** Length of the tokens of all requests together. */
  readonly mostBytes: number;
  /**
   * Whether the tokens of earlier requests are forgotten when there is no room for those of another one. A recorder without an end
   * would otherwise stop recording after a day of short-lived tokens.
   */
  readonly forgets?: boolean;
}

/** The tokens that are masked by their value: the given ones, and those of the requests. */
export class KnownTokens {
  readonly #given: readonly string[];
  readonly #limits: TokenLimits;
  #known = new Set<string>();
  #redactor = new Redactor([], SHORTEST_TOKEN);
  #bytes = 0;

  constructor(given: Iterable<string>, limits: TokenLimits) {
    this.#given = [...given];
    this.#limits = limits;
    this.#reset();
  }

  /** Masks the tokens that are known now. An exchange keeps its redactor, so what it masks is never forgotten before it ends. */
  get redactor(): Redactor {
    return this.#redactor;
  }

  /** @returns false if the request has a token, and there is no room for it */
  learnFrom(headers: Headers): boolean {
    const tokens = tokensIn(headers);
    if (tokens.every((token) => this.#learn(token))) return true;
    if (!this.#limits.forgets) return false;
    this.#reset();
    return tokens.every((token) => this.#learn(token));
  }

  #reset(): void {
    this.#known = new Set();
    this.#redactor = new Redactor([], SHORTEST_TOKEN);
    for (const token of this.#given) this.#add(token);
    this.#bytes = 0;
  }

  #learn(token: string): boolean {
    if (this.#known.has(token)) return true;
    if (this.#bytes + token.length > this.#limits.mostBytes) return false;
    this.#add(token);
    return true;
  }

  #add(token: string): void {
    this.#bytes += token.length;
    this.#known.add(token);
    this.#redactor.add(token);
  }
}

function tokensIn(headers: Headers): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (!isSecretName(name)) return [];
    const shortest = /authorization/i.test(name) ? 0 : SHORTEST_OTHER;
    return credentialsIn(name, value).filter(({ length }) => length >= shortest);
  });
}
