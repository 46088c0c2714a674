/** A problem in a seed. */
export interface SeedProblem {
  /** A JSON Pointer to the place of the problem. */
  readonly pointer: string;
  /** Completes the sentence that begins with the place. */
  readonly message: string;
}

/** The maximum number of lines in one error. The rest appear once these are fixed. */
const MOST_LINES = 10;

/** A seed that cannot be used. The message has one line per problem: the first ten, and the number of the others. */
export class SeedError extends Error {
  readonly code = 'invalid-seed';
  /** The lines of the message. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    const lines = cut(problems);
    super(lines.join('\n'), options);
    this.problems = lines;
  }
}

function cut(problems: readonly string[]): readonly string[] {
  const left = problems.length - MOST_LINES;
  return left > 0 ? [...problems.slice(0, MOST_LINES), `and ${left} more`] : problems;
}

/** Names the place of a JSON Pointer in the usual notation, for example `credentials[3].user`. */
export function describePlace(pointer: string): string {
  const place = tokensOf(pointer)
    .map((token) => (isIndex(token) ? `[${token}]` : isPlain(token) ? `.${token}` : `[${quote(token)}]`))
    .join('')
    .replace(/^\./, '');
  return place === '' ? 'the seed' : place;
}

/** The tokens of a JSON Pointer; an empty pointer has none. */
export function tokensOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function isIndex(token: string): boolean {
  return /^\d{1,9}$/.test(token);
}

function isPlain(token: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(token);
}

const LONGEST = 64;

/** Quotes an arbitrary key in ASCII and shortens it. */
export function quote(token: string): string {
  const cut = token.length > LONGEST ? `${token.slice(0, LONGEST)}...` : token;
  return JSON.stringify(cut).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
