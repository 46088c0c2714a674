/** What is wrong with a seed: where, as a JSON Pointer, and what, to be read after the name of the place. */
export interface SeedProblem {
  readonly pointer: string;
  readonly message: string;
}

/** Names the place of a pointer as a person would: `credentials[3].user`. */
export function describePlace(pointer: string): string {
  const place = tokensOf(pointer)
    .map((token) => (isIndex(token) ? `[${token}]` : isPlain(token) ? `.${token}` : `[${quote(token)}]`))
    .join('')
    .replace(/^\./, '');
  return place === '' ? 'the seed' : place;
}

/** The tokens of a JSON Pointer; none for the empty one. */
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

/** A key that could be anything, in ASCII and not for long. */
export function quote(token: string): string {
  const cut = token.length > LONGEST ? `${token.slice(0, LONGEST)}...` : token;
  return JSON.stringify(cut).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
