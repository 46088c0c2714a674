/**
 * Five words with the space after them, or space alone. A run without space counts as several words, since texts in some
 * scripts have no space at all. With the flag `u` a match never ends inside a surrogate pair.
 */
const FEW_WORDS = /(?:\S{1,24}\s*){1,5}|\s+/gu;

/**
 * Cuts a text into the pieces in which it is said. Joined, they are the text; none is empty, and none begins or ends
 * inside a surrogate pair.
 *
 * @param pieces how many; a text with fewer code points gives one for each. By default, a few words make a piece.
 */
export function splitText(text: string, pieces?: number): string[] {
  if (pieces === undefined) return text.match(FEW_WORDS) ?? [];
  const points = Array.from(text);
  const count = Math.min(pieces, points.length);
  const edge = (index: number) => Math.floor((index * points.length) / count);
  return Array.from({ length: count }, (_, index) => points.slice(edge(index), edge(index + 1)).join(''));
}
