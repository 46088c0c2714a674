/**
 * Returns a key of 32 hexadecimal digits that no other turn has: 128 random bits of `crypto`, which also pages without HTTPS have. React
 * Native has none, unless the app adds it. As a last resort, the key comes from `Math.random` and the time. Such a key could be guessed,
 * which is harmless: a key must only be unique, since it means nothing without the token that sent it.
 */
export function newIdempotencyKey(): string {
  const crypto: Partial<typeof globalThis.crypto> | undefined = globalThis.crypto;
  // The time tells programs apart whose engines begin with the same random numbers.
  const bytes = Uint8Array.from({ length: 16 }, () => Math.random() * Date.now());
  crypto?.getRandomValues?.(bytes);
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
