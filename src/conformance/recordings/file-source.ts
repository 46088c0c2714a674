import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs';
import { HEAD_BYTES, type Packing, packingOf } from './detect-format.ts';
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
  /** How the file is packed, which its beginning shows. */
  packing: Packing | undefined;
  /** Its pieces, if it is being unpacked already. */
  #begun: Begun | undefined;

  constructor(path: string) {
    this.name = path;
    this.size = sizeOf(path);
  }

  /** The beginning of the file, decompressed. */
  async head(): Promise<Uint8Array> {
    const raw = this.#beginning(HEAD_BYTES);
    this.packing = packingOf(raw);
    if (!this.packing) return raw;
    const { unpackHead } = await import('./unpack.ts');
    return unpackHead(this.name, this.#goOn(raw), this.packing);
  }

  /** Begins to unpack the file on another thread, before it is read. A file that is then not read must be closed. */
  async readAhead(packing: Packing): Promise<void> {
    const { unpack } = await import('./unpack.ts');
    this.#begun = begin(unpack(this.name, this.#goOn(this.#beginning(PIECE)), packing));
  }

  async close(): Promise<void> {
    await this.#begun?.rest.return(undefined);
  }

  async read(onBytes: (bytes: Uint8Array) => void, onUnpacked?: (bytes: number) => void): Promise<void> {
    const pieces = this.#begun ? goOn(this.#begun) : await this.#unpackOrRead(onBytes);
    if (!pieces) return;
    for await (const piece of pieces) {
      onBytes(piece);
      onUnpacked?.(piece.length);
    }
  }

  /** Reads a file that is not packed to its end. @returns the pieces of a packed one */
  async #unpackOrRead(onBytes: (bytes: Uint8Array) => void): Promise<AsyncGenerator<Uint8Array> | undefined> {
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
    if (!found) return undefined;
    const { unpack } = await import('./unpack.ts');
    return unpack(this.name, this.#goOn(found.beginning), found.packing);
  }

  #beginning(most: number): Uint8Array {
    return withFile(this.name, (file) => {
      const bytes = new Uint8Array(Math.min(most, this.size));
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0));
    });
  }

  /** The whole file, whose beginning was read. Opening a stream for the rest of a short file would take a tenth of the time of unpacking it. */
  async *#goOn(beginning: Uint8Array): AsyncGenerator<Uint8Array> {
    yield beginning;
    if (beginning.length >= this.size) return;
    yield* createReadStream(this.name, { highWaterMark: PIECE, start: beginning.length });
  }
}

/** The first of some pieces, which is made before anyone asks for it, and the others. */
interface Begun {
  readonly first: Promise<IteratorResult<Uint8Array, void>>;
  readonly rest: AsyncGenerator<Uint8Array, void>;
}

function begin(rest: AsyncGenerator<Uint8Array, void>): Begun {
  const first = rest.next();
  // Whoever reads the pieces gets the error.
  first.catch(() => {});
  return { first, rest };
}

async function* goOn({ first, rest }: Begun): AsyncGenerator<Uint8Array, void> {
  const { done, value } = await first;
  if (done) return;
  yield value;
  yield* rest;
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
