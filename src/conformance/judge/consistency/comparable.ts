import { createHash } from 'node:crypto';
import { isObject } from '../json.ts';

/** Longer texts are kept as their hash, so that a target cannot fill the memory with large values. */
const LONGEST = 600;

/**
 * A short text that is the same for equal JSON values; the order of members does not count.
 *
 * @returns undefined for a value that is nested too deeply
 */
export function comparable(value: unknown): string | undefined {
  try {
    const text =
      typeof value === 'object' ? JSON.stringify(value, sortMembers) : JSON.stringify(value ?? null);
    return text.length <= LONGEST ? text : `${text.slice(0, 80)}… (${hash(text)})`;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function sortMembers(_: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
