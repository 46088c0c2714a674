/** Lets a keyboard scroll the blocks of code. Their own script only does so some time after the page is shown. */
export function makeAccessible(html: string): string {
  return html.replace(/<pre(?=[^>]* data-language=)(?![^>]* tabindex=)/g, '<pre tabindex="0"');
}
