import { createHash } from 'node:crypto';
import { canonicalJson } from '../json.ts';
import type { Comparison } from './members.ts';
import { isSameMoment, momentOf, ROUNDING } from './moments.ts';

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

/** Whether a value may follow the one that is known. */
export function areSame(
  comparison: Comparison,
  known: { readonly value: unknown; readonly text: string },
  value: unknown,
): boolean {
  if (comparison === 'same') return comparable(value) === known.text;
  if (comparison !== 'not-before') return isSameMoment(known.value, value);
  const [before, now] = [momentOf(known.value), momentOf(value)];
  return before === undefined || now === undefined || now >= before - ROUNDING;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
