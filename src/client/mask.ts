import { ConversationApiError } from './error.ts';

/** Minimum length of a masked token, in characters. A shorter one could be part of any word. */
const SHORTEST_TOKEN = 8;
/** How many characters of a token its pattern contains at most. */
const LONGEST_BEGINNING = 64;
const MASKED = '***';

/** Masks the tokens that one call has sent. A service may repeat them in its response, and a `fetch` in its error. */
export class Mask {
  readonly #patterns = new Map<string, RegExp>();

  add(token: string): void {
    if (token.length < SHORTEST_TOKEN || this.#patterns.has(token)) return;
    this.#patterns.set(token, patternOf(token));
  }

  /** Masks the tokens in a text. */
  text(text: string): string {
    return [...this.#patterns.values()].reduce((masked, pattern) => masked.replace(pattern, MASKED), text);
  }

  /** Masks the tokens in every member of a ConversationApiError, its stack and its cause included. Returns the error. */
  error(error: unknown): unknown {
    if (error instanceof ConversationApiError) {
      const members = error as unknown as Record<string, unknown>;
      for (const name of Object.getOwnPropertyNames(error)) members[name] = this.#value(members[name]);
    }
    return error;
  }

  /** Returns the value itself if its JSON contains no token. Otherwise returns a masked copy, in which errors are plain objects. */
  #value(value: unknown): unknown {
    try {
      const text = JSON.stringify(value, revealer()) ?? '';
      const masked = this.text(text);
      return masked === text ? value : JSON.parse(masked);
    } catch {
      // The value is too deep, or a token was part of a number.
      return MASKED;
    }
  }
}

/**
 * Matches a token in plain form, percent-encoded, or with JSON escapes, even if it was encoded several times. The counts are limited, so
 * that the search takes linear time. For a long token, the pattern matches its beginning and the rest of the word, because engines refuse
 * patterns with thousands of characters.
 */
function patternOf(token: string): RegExp {
  const beginning = token.slice(0, LONGEST_BEGINNING).replace(/./g, (character) => {
    const hex = character.charCodeAt(0).toString(16);
    return `(?:\\\\{0,3}\\x${hex}|(?:%(?:25){0,3}|\\\\{1,3}u00)${hex})`;
  });
  const rest = token.length > LONGEST_BEGINNING ? '(?:[^\\s"\\\\]|\\\\{1,3}(?:u00|/))*' : '';
  return new RegExp(beginning + rest, 'gi');
}

/**
 * Makes a replacer for `JSON.stringify` that includes what JSON would leave out or refuse: members of errors, headers and maps, large
 * integers, and circular references. An object that occurs twice is included only once.
 */
function revealer() {
  const seen = new Set<unknown>();
  return function (this: Record<string, unknown>, key: string, json: unknown): unknown {
    const own = this[key];
    const value = own instanceof Error ? own : json;
    if (typeof value === 'bigint') return `${value}`;
    if (Object(value) !== value) return value;
    if (seen.has(value)) return 'as above';
    seen.add(value);
    if (value instanceof Error) {
      const { name, message } = value;
      const members = Object.getOwnPropertyNames(value).map((each) => [each, value[each as keyof Error]]);
      return { name, message, ...Object.fromEntries(members) };
    }
    const { headers, entries } = value as Partial<Request & Headers>;
    // Requests and responses have their headers on the prototype.
    if (headers && !Object.hasOwn(value as object, 'headers')) return { headers };
    return typeof entries === 'function' && !Array.isArray(value) ? [...(value as Headers)] : value;
  };
}
