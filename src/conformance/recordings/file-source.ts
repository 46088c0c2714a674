import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs';
import { HEAD_BYTES, packingOf } from './detect-format.ts';
import { type ByteSource, InputError } from './input.ts';

const PIECE = 256 * 1024;
/** One buffer for the thread: it is filled and processed within one turn of the event loop. */
const buffer = new Uint8Array(PIECE);

/** Descriptions of system errors by their code. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission is denied',
  EISDIR: 'it is a directory; name the files in it, for example with a glob',
};

/** One file. What is packed is unpacked. */
export class FileSource implements ByteSource {
  readonly name: string;
  readonly size: number;

  constructor(path: string) {
    this.name = path;
    this.size = sizeOf(path);
  }

  /** The beginning of the file, decompressed. */
  async head(): Promise<Uint8Array> {
    const raw = withFile(this.name, (file) => {
      const head = new Uint8Array(Math.min(HEAD_BYTES, this.size));
      return head.subarray(0, readSync(file, head, 0, head.length, 0));
    });
    const packing = packingOf(raw);
    if (!packing) return raw;
    const { unpackHead } = await import('./unpack.ts');
    return unpackHead(this.name, this.#stream(), packing);
  }

  async read(onBytes: (bytes: Uint8Array) => void, onUnpacked?: (bytes: number) => void): Promise<void> {
    // Synchronous reads are the fastest, and nothing else waits for this thread.
    const found = withFile(this.name, (file) => {
      const length = readSync(file, buffer, 0, buffer.length, null);
      const packing = packingOf(buffer.subarray(0, length));
      if (packing) return { packing, beginning: buffer.slice(0, length) };
      for (let read = length; read > 0; read = readSync(file, buffer, 0, buffer.length, null)) {
        onBytes(buffer.subarray(0, read));
      }
      return undefined;
    });
    if (!found) return;
    const { unpack } = await import('./unpack.ts');
    for await (const piece of unpack(this.name, this.#goOn(found.beginning), found.packing)) {
      onBytes(piece);
      onUnpacked?.(piece.length);
    }
  }

  /** The whole file, whose beginning was read. Opening a stream for the rest of a short file would take a tenth of the time of unpacking it. */
  async *#goOn(beginning: Uint8Array): AsyncGenerator<Uint8Array> {
    yield beginning;
    if (beginning.length >= this.size) return;
    yield* createReadStream(this.name, { highWaterMark: PIECE, start: beginning.length });
  }

  #stream(): AsyncIterable<Uint8Array> {
    return createReadStream(this.name, { highWaterMark: PIECE });
  }
}

function withFile<T>(path: string, use: (file: number) => T): T {
  const file = open(path);
  try {
    return use(file);
  } catch (error) {
    // Only system errors are about the file; others come from the callback that processes the bytes.
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw unreadable(path, error as NodeJS.ErrnoException);
  } finally {
    closeSync(file);
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch (error) {
    throw unreadable(path, error as NodeJS.ErrnoException);
  }
}

function open(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    throw unreadable(path, error as NodeJS.ErrnoException);
  }
}

/** Says in one line why a file cannot be read. */
export function unreadable(path: string, error: NodeJS.ErrnoException): InputError {
  const { code = 'it cannot be opened' } = error;
  return new InputError(`cannot read ${path}: ${REASONS[code] ?? code}`, { cause: error });
}
