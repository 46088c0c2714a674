/** An access token, or a function that returns one. */
export type Token = string | (() => string | Promise<string>);

/** @throws TypeError for a token that a header cannot contain. The message does not contain the token. */
export async function readToken(token: Token): Promise<string> {
  const text = typeof token === 'function' ? await token() : token;
  if (typeof text === 'string' && /^[\x21-\x7e]+$/.test(text)) return text;
  throw new TypeError('the token is empty, or has a character that a header cannot contain');
}
