const FENCE = /^\s*(`{3,}|~{3,})/;
/** Headings and HTML are kept as they are. */
const KEPT = /^(#|<)/;

/** The lines of Markdown, and whether each belongs to a code block. */
export function markLines(markdown: string): readonly { readonly line: string; readonly isCode: boolean }[] {
  let fence: string | undefined;
  return markdown.split('\n').map((line) => {
    const mark = FENCE.exec(line)?.[1];
    const isCode = fence !== undefined || mark !== undefined;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    return { line, isCode };
  });
}

/** Changes the paragraphs, lists and tables of Markdown. Code blocks, headings and HTML stay unchanged. */
export function changeProse(markdown: string, change: (paragraph: string) => string): string {
  const done: string[] = [];
  let paragraph: string[] = [];
  const flush = () => {
    if (paragraph.length > 0) done.push(change(paragraph.join('\n')));
    paragraph = [];
  };
  for (const { line, isCode } of markLines(markdown)) {
    if (isCode || line.trim() === '' || KEPT.test(line)) {
      flush();
      done.push(line);
    } else paragraph.push(line);
  }
  flush();
  return done.join('\n');
}
