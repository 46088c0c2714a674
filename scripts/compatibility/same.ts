import { isObject } from '../generate/spec.ts';

/** The value as text, independent of the order of members. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'undefined';
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
    .sort()
    .join(',')}}`;
}

export function isSame(before: unknown, after: unknown): boolean {
  return before === after || canonical(before) === canonical(after);
}

const longest = 60;

/** The value as it appears in a message, truncated if it is long. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
