import { createHash } from 'node:crypto';
import { canonicalJson } from '../json.ts';

/** Longer texts are kept as their hash, so that a target cannot fill the memory with large values. */
const LONGEST = 600;

/**
 * A short text that is the same for equal JSON values; the order of members does not count.
 *
 * @returns undefined for a value that is nested too deeply
 */
export function comparable(value: unknown): string | undefined {
  const text = canonicalJson(value ?? null);
  if (text === undefined || text.length <= LONGEST) return text;
  return `${text.slice(0, 80)}… (${hash(text)})`;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
