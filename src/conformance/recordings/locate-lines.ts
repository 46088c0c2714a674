import type { ByteSource } from './input.ts';

const LF = 0x0a;
const CR = 0x0d;

/**
 * Finds the lines, from 1, in which bytes of an input stand. It reads the input once more, and no further than the last of the bytes. Lines end
 * as in an event stream: with LF, CR or CRLF.
 *
 * @param offsets offsets of bytes, in any order
 */
export async function locateLines(
  source: Pick<ByteSource, 'read'>,
  offsets: Iterable<number>,
): Promise<ReadonlyMap<number, number>> {
  const wanted = [...new Set(offsets)].sort((a, b) => a - b);
  const lines = new Map<number, number>();
  let line = 1;
  let position = 0;
  let next = 0;
  let before = 0;
  const done = new Error('every line is known');
  const count = (bytes: Uint8Array) => {
    for (const byte of bytes) {
      // A line begins after LF, and after a CR without LF.
      if (before === LF || (before === CR && byte !== LF)) line += 1;
      while (wanted[next] === position) {
        lines.set(position, line);
        next += 1;
      }
      before = byte;
      position += 1;
    }
    if (next >= wanted.length) throw done;
  };
  try {
    if (wanted.length > 0) await source.read(count);
  } catch (error) {
    if (error !== done) throw error;
  }
  // The end of the input has a place too: that of its last line.
  for (const offset of wanted.slice(next)) lines.set(offset, line);
  return lines;
}
