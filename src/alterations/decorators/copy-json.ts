import type { Body } from './requests.ts';

const OWN = { configurable: true, enumerable: true, writable: true };

/**
 * Copies a JSON value at every depth, several times faster than `structuredClone`. A server with many variants copies each event once for
 * each of them.
 */
export function copyJson(value: Body): Body {
  if (typeof value !== 'object' || value === null || isRawJson(value)) return value;
  if (Array.isArray(value)) return value.map((item) => copyJson(item));
  return mapMembers(value, (member) => copyJson(member));
}

/** The object with each member changed, in the same order. Much faster than by entries. */
export function mapMembers(
  value: Readonly<Record<string, Body>>,
  change: (member: Body, name: string) => Body,
): Body {
  const members: Record<string, Body> = {};
  for (const name of Object.keys(value)) {
    const member = change(value[name], name);
    // An assignment to this name sets the prototype instead.
    if (name === '__proto__') Object.defineProperty(members, name, { ...OWN, value: member });
    else members[name] = member;
  }
  return members;
}

/** Whether a value stands for the text of a number, which a copy would not. */
function isRawJson(value: object): boolean {
  return (JSON as unknown as { isRawJSON(value: object): boolean }).isRawJSON(value);
}
