import type { HeadersOption } from './options.ts';

/** Names and values, in the order in which they were given. */
export type HeaderPairs = readonly (readonly [name: string, value: string | null | undefined])[];

/** Copies headers into a list, since an iterator can be read only once. */
export function pairsOf(headers: HeadersOption = {}): HeaderPairs {
  return [...(Symbol.iterator in headers ? headers : Object.entries(headers))] as unknown as HeaderPairs;
}

/**
 * Merges headers, ignoring case. Headers of a later source replace those of an earlier one. Within a source, a name that occurs twice keeps
 * both values, as with `fetch`.
 * @throws TypeError when a name or a value cannot be a header.
 */
export function mergeHeaders(sources: readonly HeaderPairs[]): Headers {
  const merged = new Headers();
  for (const pairs of sources) {
    const given = new Headers();
    for (const [name, value] of pairs) {
      if (value === null) merged.delete(name);
      else if (value !== undefined) given.append(name, value);
    }
    given.forEach((value, name) => {
      merged.set(name, value);
    });
  }
  return merged;
}
