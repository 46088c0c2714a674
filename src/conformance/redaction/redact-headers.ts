import { maskAll, type Redactor } from './redact.ts';

/** Headers whose value is a secret whatever it is. An idempotency key is none. */
const SECRET_HEADER = /^(?!idempotency-key$).*(auth|cookie|token|secret|api-?key|password|session)/i;

/** Headers without their secrets: those that are secret by their name, and those that are known by value. */
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

/** Masks all but the scheme: `Bearer *****`. */
function maskCredentials(value: string): string {
  const scheme = /^(Bearer|Basic) +/i.exec(value)?.[0] ?? '';
  return scheme + maskAll(value.slice(scheme.length));
}

/** @returns the values of secret headers, whole and without the scheme before them */
export function secretsInHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (!SECRET_HEADER.test(name)) return [];
    const [, credentials] = /^\S+ +(\S.*)$/.exec(value) ?? [];
    return credentials === undefined ? [value] : [value, credentials];
  });
}
