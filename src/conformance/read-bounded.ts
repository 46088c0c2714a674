import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';

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

/** The byte order marks of the encodings that are read. Windows writes them, such as `>` of PowerShell. */
const MARKS: readonly (readonly [mark: string, encoding: string])[] = [
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
];

/**
 * Decodes a text in UTF-8, or in UTF-16 with a byte order mark. The mark is no part of the text.
 *
 * @throws Error for anything else: a token that was misread would be sent, or would be masked nowhere
 */
function decodeText(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  const encoding = MARKS.find(([mark]) => mark === start)?.[1] ?? 'utf-8';
  const text = decodeStrictly(bytes, encoding);
  if (text === undefined || text.includes('\0')) throw new Error('it is not a text in UTF-8');
  return text;
}

function decodeStrictly(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** @throws Error for a device, which may never end, and a named pipe, whose opening waits for a writer */
export function refuseEndless(status: Stats, file: string): void {
  if (status.isDirectory()) throw new Error('it is a directory');
  if (status.isFIFO() && !PIPE_OF_SHELL.test(file))
    throw new Error('it is a named pipe; name a file, or let the shell make the pipe with <(…)');
  if (!status.isFile() && !status.isFIFO()) throw new Error('it is a device');
}
