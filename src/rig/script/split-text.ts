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
  return [...eachPiece(text, pieces)];
}

/** The same pieces one by one, since tens of thousands of them take more memory than their text. */
export function* eachPiece(text: string, pieces?: number): Generator<string, void> {
  if (pieces === undefined) {
    for (const [piece] of text.matchAll(FEW_WORDS)) yield piece;
    return;
  }
  let total = 0;
  for (const _ of text) total += 1;
  const count = Math.min(pieces, total);
  let begin = 0;
  let taken = 0;
  for (let index = 1; index <= count; index += 1) {
    let end = begin;
    for (const last = Math.floor((index * total) / count); taken < last; taken += 1)
      end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
    yield text.slice(begin, end);
    begin = end;
  }
}
