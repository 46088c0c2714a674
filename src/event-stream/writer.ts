/**
 * Writes one event in the plainest framing: a name line, one data line per line of data, a blank line.
 *
 * @throws TypeError when the name holds a line end, which would forge another field.
 */
export function formatEvent(event: { readonly type?: string; readonly data: string }): string {
  if (event.type !== undefined && /[\r\n]/.test(event.type)) {
    throw new TypeError('an event name cannot hold a line end; remove it from `type`');
  }
  const name = event.type ? `event: ${event.type}\n` : '';
  const data = event.data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return `${name}${data.join('')}\n`;
}
