import { inspect } from 'node:util';
import type { MaskSecrets } from './secrets/secret-mask.ts';

/** The maximum number of causes listed for one error, and of characters in each. */
const LIMITS = { causes: 12, characters: 1000 };
/** Characters that end a line, are not visible, or change the direction of the text. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/**
 * Lists an error and all of its causes for the operator, outermost first, each as one line without secrets. A cause may quote the output of
 * another program.
 */
export function listCauses(error: unknown, mask: MaskSecrets): readonly string[] {
  const seen = new Set<unknown>();
  const listed: string[] = [];
  const list = (each: unknown) => {
    if (seen.has(each) || listed.length === LIMITS.causes) return;
    seen.add(each);
    const line = describe(each, mask);
    // An error that wraps its cause only to add facts repeats the cause's message.
    if (line !== listed.at(-1)) listed.push(line);
    for (const cause of causesOf(each)) list(cause);
  };
  list(error);
  return listed;
}

function describe(error: unknown, mask: MaskSecrets): string {
  const text = error instanceof Error ? `${nameOf(error)}: ${error.message}` : inspect(error);
  // Masked before it is cut, so that no part of a secret remains.
  return mask(text).replaceAll(UNPRINTABLE, ' ').trim().slice(0, LIMITS.characters).toWellFormed();
}

/** Prefers the error's code, which all our own errors have, because bundling changes the names of classes. */
function nameOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

function causesOf(error: unknown): unknown[] {
  if (!(error instanceof Error)) return [];
  const causes = error.cause === undefined ? [] : [error.cause];
  return 'errors' in error && Array.isArray(error.errors) ? [...causes, ...error.errors] : causes;
}
