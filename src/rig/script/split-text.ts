/**
 * Matches up to five words with the space after them, or space alone. A long run without space counts as several words,
 * since some writing systems use no spaces. With the flag `u` a match never ends inside a surrogate pair.
 */
const FEW_WORDS = /(?:\S{1,24}\s*){1,5}|\s+/gu;

/**
 * Splits a text into the pieces of a stream. The pieces, joined, are the text. No piece is empty, and none begins or ends
 * inside a surrogate pair.
 *
 * @param pieces the number of pieces, at most one per code point; by default, a piece is a few words
 */
export function splitText(text: string, pieces?: number): string[] {
  if (pieces === undefined) return text.match(FEW_WORDS) ?? [];
  const points = Array.from(text);
  const count = Math.min(pieces, points.length);
  const edge = (index: number) => Math.floor((index * points.length) / count);
  return Array.from({ length: count }, (_, index) => points.slice(edge(index), edge(index + 1)).join(''));
}
