import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { UsageError } from './arguments.ts';

/** Far more than any token, certificate, profile, seed or list has. */
const MOST_BYTES = 16 * 1024 * 1024;
const PIECE = 64 * 1024;

/**
 * Reads a text file that the user named, as the value of a flag or as an argument.
 *
 * @throws UsageError when the file cannot be read, is a device, or has more than 16 MiB
 */
export function readUserFile(file: string, flag?: string): string {
  try {
    return readBounded(file);
  } catch (error) {
    const name = flag === undefined ? file || 'an empty name' : `${flag} ${file}`;
    throw new UsageError(`${name} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Reads a regular file, or a pipe such as the `<(pass token)` of a shell, up to the limit.
 *
 * @throws Error for anything else: a device may never end
 */
export function readBounded(file: string): string {
  const descriptor = openSync(file, constants.O_RDONLY);
  try {
    const status = fstatSync(descriptor);
    if (status.isDirectory()) throw new Error('it is a directory');
    if (!status.isFile() && !status.isFIFO()) throw new Error('it is a device');
    const pieces: Buffer[] = [];
    for (let total = 0; ; ) {
      const piece = Buffer.allocUnsafe(PIECE);
      const length = readSync(descriptor, piece);
      if (length === 0) return Buffer.concat(pieces).toString('utf8');
      total += length;
      if (total > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES} bytes`);
      pieces.push(piece.subarray(0, length));
    }
  } finally {
    closeSync(descriptor);
  }
}
