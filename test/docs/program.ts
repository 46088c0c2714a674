import type { Example } from './example.ts';

/** Precedes the line number of the block whose output follows. No example prints it. */
const MARK = '\u001e';
const IMPORT = /^import\s[\s\S]*?;$/gm;

/**
 * Combines the blocks of one page into one program, each at its lines on the page, so that compiler messages give the right place. The
 * declarations of the first block are visible to all others. Each other block is a separate scope.
 */
export function composeProgram(examples: readonly Example[]): string {
  const lines: string[] = [];
  const imports: string[] = [];
  examples.forEach(({ code, line }, index) => {
    const isOpen = index === 0;
    const body = code.replaceAll(IMPORT, (statement) => {
      imports.push(statement.replaceAll('\n', ' '));
      return '\n'.repeat(statement.split('\n').length - 1);
    });
    const block = body.split('\n');
    lines[line - 1] = `${isOpen ? '' : '{ '}console.log('${MARK}${line}');`;
    block.forEach((text, offset) => {
      lines[line + offset] = text;
    });
    if (!isOpen) lines[line + block.length - 1] = '}';
  });
  // The first line of a page is its title.
  lines[0] = [...imports, 'export {};'].join(' ');
  return `${Array.from(lines, (text) => text ?? '').join('\n')}\n`;
}

/** The output of each block, by its line. */
export function splitOutput(output: string): ReadonlyMap<number, string> {
  return new Map(
    output
      .split(MARK)
      .slice(1)
      .map((part) => {
        const end = part.indexOf('\n');
        return [Number(part.slice(0, end)), part.slice(end + 1)];
      }),
  );
}
