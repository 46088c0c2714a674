import { readBounded } from '../conformance/files/read-bounded.ts';
import { UsageError } from './arguments.ts';

/**
 * Reads a text file that the user named, as the value of a flag or as an argument.
 *
 * @throws UsageError when the file cannot be read, is a device or a named pipe, or has more than 16 MiB
 */
export function readUserFile(file: string, flag?: string): string {
  try {
    return readBounded(file);
  } catch (error) {
    const name = flag === undefined ? file || 'an empty name' : `${flag} ${file}`;
    throw new UsageError(`${name} cannot be read: ${describe(error as NodeJS.ErrnoException)}`, {
      cause: error,
    });
  }
}

/** The most common reasons, in words. Node's own message names the system call and repeats the path. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'permission denied',
};

function describe({ code = '', message }: NodeJS.ErrnoException): string {
  return REASONS[code] ?? message;
}
