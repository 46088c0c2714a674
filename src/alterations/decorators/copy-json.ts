import type { Body } from './requests.ts';

/**
 * Copies a JSON value at every depth, several times faster than `structuredClone`. A server with many variants copies each event once for
 * each of them.
 */
export function copyJson(value: Body): Body {
  if (typeof value !== 'object' || value === null || isRawJson(value)) return value;
  if (Array.isArray(value)) return value.map(copyJson);
  // Not by assignment, which would not copy a member named `__proto__`.
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyJson(member)]));
}

/** Whether a value stands for the text of a number, which a copy would not. */
function isRawJson(value: object): boolean {
  return (JSON as unknown as { isRawJSON(value: object): boolean }).isRawJSON(value);
}
