import { parts } from './markdown.ts';
import { markLines } from './prose.ts';

/** The number of characters that fills about as many phone screens as people scroll. */
const LONG = 9_000;

/**
 * Collapses the chapters of a long page below their headings. The styles of the portal open them if there is room, so only phones
 * show a list of chapters.
 */
export function foldChapters(markdown: string): string {
  if (markdown.length <= LONG) return markdown;
  const [head = [], ...chapters] = splitAtHeadings(markdown);
  return parts(head.join('\n').trim(), ...chapters.map(foldChapter));
}

function foldChapter([heading = '', ...lines]: readonly string[]): string {
  return parts(
    '<details class="chapter"><summary>',
    heading,
    '</summary>',
    lines.join('\n').trim(),
    '</details>',
  );
}

/** The lines before the first heading of the second level, and then those of each chapter. */
function splitAtHeadings(markdown: string): readonly (readonly string[])[] {
  const chapters: string[][] = [[]];
  for (const { line, isCode } of markLines(markdown)) {
    if (!isCode && line.startsWith('## ')) chapters.push([]);
    chapters.at(-1)?.push(line);
  }
  return chapters;
}
