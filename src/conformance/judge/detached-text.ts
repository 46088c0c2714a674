/**
 * A copy of the beginning of a text that is kept. A part of a text is otherwise only a reference into it: 80 characters from an event of
 * 4 MiB would keep all of them in memory.
 *
 * @param most in UTF-16 code units
 */
export function detachText(text: string, most: number): string {
  return JSON.parse(JSON.stringify(text.slice(0, most)));
}
