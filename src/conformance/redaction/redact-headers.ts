import { credentialsIn, isSecretName, maskCredentials } from '../../secrets/index.ts';
import type { Redactor } from './redact.ts';

/** Masks headers that are secret by their name, and secrets that are known by value in all others. */
export function redactHeaders(
  headers: Readonly<Record<string, string>>,
  redactor: Redactor,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      redactor.text(name),
      isSecretName(name) ? maskCredentials(value) : redactor.text(value),
    ]),
  );
}

/** @returns the secrets in all headers that are secret by their name */
export function secretsInHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    isSecretName(name) ? credentialsIn(name, value) : [],
  );
}
