/** Lets the keyboard scroll code blocks. Their own script enables this only some time after the page is shown. */
export function makeAccessible(html: string): string {
  return html.replace(/<pre(?=[^>]* data-language=)(?![^>]* tabindex=)/g, '<pre tabindex="0"');
}
