const FENCE = /^\s*(`{3,}|~{3,})/;
/** Headings and HTML are kept as they are. */
const KEPT = /^(#|<)/;

/** Changes the paragraphs, lists and tables of Markdown. Blocks of code, headings and HTML stay as they are. */
export function changeProse(markdown: string, change: (paragraph: string) => string): string {
  const done: string[] = [];
  let paragraph: string[] = [];
  let fence: string | undefined;
  const flush = () => {
    if (paragraph.length > 0) done.push(change(paragraph.join('\n')));
    paragraph = [];
  };
  for (const line of markdown.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
      done.push(line);
    } else if (mark !== undefined || line.trim() === '' || KEPT.test(line)) {
      flush();
      fence = mark;
      done.push(line);
    } else paragraph.push(line);
  }
  flush();
  return done.join('\n');
}
