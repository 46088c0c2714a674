import type { Output } from './io.ts';

/** Below this width, wrapped text is no easier to read. */
const NARROWEST = 20;
/** The extra indentation of all lines of a sentence but the first. */
const HANGING = 2;
/** Lines that a user copies, or that a program reads, are not wrapped here: the terminal breaks them without adding characters. */
const WHOLE = /^\s*(?:npx |curl |-[A-Za-z] |--|"|\{)|^\s*(?:again: |run it )|\\$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences
const STYLES = /\u001b\[[\d;]*m/g;

/** Wraps the sentences of a text at the width of the terminal. Other outputs get the text unchanged, for programs that read lines. */
export function wrapFor({ isTTY, columns = 0 }: Output, text: string): string {
  if (!isTTY || columns < NARROWEST) return text;
  return text
    .split('\n')
    .flatMap((line) => wrapLine(line, columns))
    .join('\n');
}

function wrapLine(line: string, columns: number): string[] {
  const plain = line.replace(STYLES, '');
  if (plain.length <= columns || WHOLE.test(plain)) return [line];
  const indent = ' '.repeat(hangingOf(plain, columns));
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(/(?<=\S) (?=\S)/)) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (current !== '' && widthOf(longer) > columns) {
      lines.push(current);
      current = indent + word.trimStart();
    } else current = longer;
  }
  return [...lines, current];
}

/** In a table, the rest of a line continues below its last column in the left half; elsewhere it is indented a little. */
function hangingOf(plain: string, columns: number): number {
  const [own = ''] = /^ *(?:- )?/.exec(plain) ?? [];
  const gap = plain.lastIndexOf('  ', columns / 2 - 2);
  return gap > own.length ? gap + 2 : Math.min(own.length + HANGING, columns / 2);
}

function widthOf(text: string): number {
  return text.replace(STYLES, '').length;
}
