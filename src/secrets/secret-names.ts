/** Words in the name of a header or a parameter whose value is a secret. `auth` is no part of `author` and `authority`. */
const WORDS =
  /auth(?!or(?!i[sz]))|cookie|token|secret|key|passw|passphrase|pwd|session|credential|signature|jwt|assertion|bearer|csrf|xsrf/i;

/** Short words, which are parts of many others. */
const SHORT_WORDS = /(?:^|[-_.])(?:sid|sig|pin|otp)(?:$|[-_.])/i;

/** Names with such a word whose value is no secret, in lower case. */
const PUBLIC: ReadonlySet<string> = new Set(['idempotency-key']);

/**
 * Whether the value of a header or a parameter of this name is a secret, such as `Authorization`, `Cookie` or
 * `Ocp-Apim-Subscription-Key`. Everything that hides secrets by their names asks this function.
 */
export function isSecretName(name: string): boolean {
  return !PUBLIC.has(name.toLowerCase()) && (WORDS.test(name) || SHORT_WORDS.test(name));
}
