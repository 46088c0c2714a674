import type { Body } from './requests.ts';

const OWN = { configurable: true, enumerable: true, writable: true };

/**
 * Deeply copies a JSON value, several times faster than `structuredClone`. A server with many variants copies each event once per variant.
 */
export function copyJson(value: Body): Body {
  if (typeof value !== 'object' || value === null || isRawJson(value)) return value;
  if (Array.isArray(value)) return value.map((item) => copyJson(item));
  return mapMembers(value, (member) => copyJson(member));
}

/** Returns the object with each member changed, in the same order. Much faster than through entries. */
export function mapMembers(
  value: Readonly<Record<string, Body>>,
  change: (member: Body, name: string) => Body,
): Body {
  const members: Record<string, Body> = {};
  for (const name of Object.keys(value)) {
    const member = change(value[name], name);
    // Assigning to this name would set the prototype instead.
    if (name === '__proto__') Object.defineProperty(members, name, { ...OWN, value: member });
    else members[name] = member;
  }
  return members;
}

/** Whether a value holds the raw text of a number, which copying would lose. */
export function isRawJson(value: object): boolean {
  return (JSON as unknown as { isRawJSON(value: object): boolean }).isRawJSON(value);
}
