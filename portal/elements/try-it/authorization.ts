/**
 * The header that carries a token. Without a token there is none, so that a reader can try what a server answers then.
 *
 * @throws Error with a sentence for the reader
 */
export function authorizationOf(typed: string): Readonly<Record<string, string>> {
  const token = typed.trim();
  if (token === '') return {};
  if (/[^\x21-\x7e]/.test(token)) throw new Error('the token has characters that a header cannot contain');
  return { Authorization: `Bearer ${token}` };
}
