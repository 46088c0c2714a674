import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { isUtf16, UTF_16 } from '../recordings/utf-16.ts';

/** Far more than any token, certificate, profile, seed or list has. */
const MOST_BYTES = 16 * 1024 * 1024;
const PIECE = 64 * 1024;
/** The pipes of a shell, such as that of `<(pass token)`. They have a writer, so that opening them does not wait. */
const PIPE_OF_SHELL = /^\/(?:dev\/(?:fd\/\d+|stdin)|proc\/(?:self|\d+)\/fd\/\d+)$/;

/**
 * Reads a text file that a person named, up to 16 MiB: a regular file, or a pipe of a shell.
 *
 * @throws Error for anything else: a device may never end, and opening a named pipe waits for a writer
 */
export function readBounded(file: string): string {
  refuseEndless(statSync(file), file);
  const descriptor = openSync(file, constants.O_RDONLY);
  try {
    // Another file may have taken the name since.
    refuseEndless(fstatSync(descriptor), file);
    const pieces: Buffer[] = [];
    for (let total = 0; ; ) {
      const piece = Buffer.allocUnsafe(PIECE);
      const length = readSync(descriptor, piece);
      if (length === 0) return decodeText(Buffer.concat(pieces));
      total += length;
      if (total > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES} bytes`);
      pieces.push(piece.subarray(0, length));
    }
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Decodes a text in UTF-8. A byte order mark is no part of it.
 *
 * @throws Error for anything else: a token that was misread would be sent, or would be masked nowhere
 */
function decodeText(bytes: Uint8Array): string {
  if (isUtf16(bytes)) throw new Error(UTF_16);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // The message below says it.
  }
  throw new Error('it is not a text in UTF-8');
}

/** @throws Error for a device, which may never end, and a named pipe, whose opening waits for a writer */
export function refuseEndless(status: Stats, file: string): void {
  if (status.isDirectory()) throw new Error('it is a directory');
  if (status.isFIFO() && !PIPE_OF_SHELL.test(file))
    throw new Error('it is a named pipe; name a file, or let the shell make the pipe with <(…)');
  if (!status.isFile() && !status.isFIFO()) throw new Error('it is a device');
}
