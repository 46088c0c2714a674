import { maskAll, type Redactor } from './redact.ts';

/** Names of headers whose value is always a secret. An idempotency key is not. */
const SECRET_HEADER = /^(?!idempotency-key$).*(auth|cookie|token|secret|api-?key|password|session)/i;

/** Masks headers that are secret by their name, and secrets that are known by value in all others. */
export function redactHeaders(
  headers: Readonly<Record<string, string>>,
  redactor: Redactor,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      redactor.text(name),
      SECRET_HEADER.test(name) ? maskCredentials(value) : redactor.text(value),
    ]),
  );
}

/** Masks everything except the scheme: `Bearer *****`. */
function maskCredentials(value: string): string {
  const scheme = /^(Bearer|Basic) +/i.exec(value)?.[0] ?? '';
  return scheme + maskAll(value.slice(scheme.length));
}

/** @returns the values of secret headers, both with and without the scheme */
export function secretsInHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (!SECRET_HEADER.test(name)) return [];
    const [, credentials] = /^\S+ +(\S.*)$/.exec(value) ?? [];
    return credentials === undefined ? [value] : [value, credentials];
  });
}
