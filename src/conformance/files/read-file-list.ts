import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { EventTooLargeError } from '../../event-stream/index.ts';
import { unreadable } from '../recordings/file-source.ts';
import { InputError } from '../recordings/input.ts';
import { LineSplitter } from '../recordings/line-splitter.ts';
import { isUtf16, UTF_16 } from '../recordings/utf-16.ts';

/** Longest path of a list, in bytes. Linux accepts 4096, and Windows about 32,767 characters. */
const MOST_BYTES = 64 * 1024;

/**
 * Reads the paths of a list, one in each line. Blank lines are skipped. A path is taken literally, even if it looks like a glob.
 *
 * @param name path of the list, or `-` for standard input
 * @param stdin called only for `-`
 * @throws InputError if the list cannot be read, or is not a list of paths
 */
export async function* readFileList(name: string, stdin: () => Readable): AsyncGenerator<string> {
  const shown = name === '-' ? 'standard input' : name;
  let paths: string[] = [];
  const lines = new LineSplitter((text, line) => {
    const path = withoutMark(text.endsWith('\r') ? text.slice(0, -1) : text, line);
    const problem = problemOf(path);
    if (problem !== undefined) throw new InputError(`${shown}, line ${line}: ${problem}`);
    paths.push(path);
  }, MOST_BYTES);
  try {
    let isFirst = true;
    for await (const piece of name === '-' ? stdin() : createReadStream(name)) {
      if (isFirst && isUtf16(piece)) throw new InputError(`${shown}: ${UTF_16}`);
      isFirst = false;
      lines.push(piece);
      yield* paths;
      paths = [];
    }
    lines.end();
  } catch (error) {
    if (error instanceof EventTooLargeError)
      throw new InputError(
        `${shown} is not a list of paths: it has a line of more than ${MOST_BYTES} bytes; write one path in each line`,
        { cause: error },
      );
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw unreadable(shown, error as NodeJS.ErrnoException);
  }
  yield* paths;
}

/** PowerShell begins a text file with a byte order mark. */
function withoutMark(path: string, line: number): string {
  return line === 1 && path.startsWith('\ufeff') ? path.slice(1) : path;
}

function problemOf(path: string): string | undefined {
  if (path.includes('\0'))
    return 'it has a NUL; write one path in each line, in UTF-8, as find -print does and find -print0 does not';
  if (path === '-') return 'a list cannot name standard input; write - as an argument';
  return undefined;
}
