/** The maximum number of characters of a passage. */
export const PASSAGE_LENGTH = 1000;
/** A paragraph up to this length counts as a title or a list item, and joins the paragraph after it. */
const TITLE_LENGTH = 80;

/** Splits the text of a file into paragraphs, and long paragraphs at the end of a line, a sentence or a word. */
export function cutPassages(text: string): string[] {
  const passages: string[] = [];
  let title = '';
  for (const paragraph of text.split(/\n[^\S\n]*\n/).map((part) => part.trim())) {
    if (paragraph === '') continue;
    const passage = title === '' ? paragraph : `${title}\n${paragraph}`;
    if (passage.length <= TITLE_LENGTH) title = passage;
    else {
      passages.push(...cutLong(passage));
      title = '';
    }
  }
  if (title !== '') passages.push(title);
  return passages;
}

function cutLong(passage: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < passage.length; ) {
    const end = start + lengthOfPiece(passage, start);
    const piece = passage.slice(start, end).trim();
    if (piece !== '') pieces.push(piece);
    start = end;
  }
  return pieces;
}

/** The length of the next piece. It ends after the last line, sentence or word in the second half of the available room. */
function lengthOfPiece(passage: string, start: number): number {
  if (passage.length - start <= PASSAGE_LENGTH) return passage.length - start;
  const room = passage.slice(start, start + PASSAGE_LENGTH);
  for (const end of ['\n', '. ', '! ', '? ', ' ']) {
    const found = room.lastIndexOf(end) + end.length;
    if (found > PASSAGE_LENGTH / 2) return found;
  }
  const last = room.charCodeAt(PASSAGE_LENGTH - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return splitsPair ? PASSAGE_LENGTH - 1 : PASSAGE_LENGTH;
}
