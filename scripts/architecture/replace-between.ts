/**
 * Replaces the text between the markers `<!-- NAME:begin -->` and `<!-- NAME:end -->` of a page.
 *
 * @throws Error when the page lacks the markers
 */
export function replaceBetween(page: string, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`the page has no markers ${begin} and ${end}`);
  return `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`;
}
