import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { HEAD_BYTES, isGzip } from './detect-format.ts';
import { type ByteSource, InputError } from './input.ts';

const PIECE = 256 * 1024;
/** One for the thread: it is filled and used up within one turn of the event loop. */
const buffer = new Uint8Array(PIECE);

/** A failure that tells what the system said, in a person's words. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'it may not be read',
  EISDIR: 'it is a directory; name the files in it, for example with a glob',
};

/** One file. What is gzip is read as what is in it. */
export class FileSource implements ByteSource {
  readonly name: string;
  readonly size: number;

  constructor(path: string) {
    this.name = path;
    this.size = withFile(path, (file) => fstatSync(file).size);
  }

  /** The beginning of the file, decompressed. */
  async head(): Promise<Uint8Array> {
    const raw = withFile(this.name, (file) => {
      const head = new Uint8Array(Math.min(HEAD_BYTES, this.size));
      return head.subarray(0, readSync(file, head, 0, head.length, 0));
    });
    return isGzip(raw) ? gunzipHead(this.name, raw) : raw;
  }

  async read(onBytes: (bytes: Uint8Array) => void): Promise<void> {
    let gunzip: ReturnType<typeof gunzipInto> | undefined;
    // Sync reads are the fastest way through a file, and between two of them nothing else waits in this thread.
    withFile(this.name, (file) => {
      const length = readSync(file, buffer, 0, buffer.length, null);
      if (isGzip(buffer.subarray(0, length))) {
        gunzip = gunzipInto(this.name, onBytes);
        return;
      }
      for (let read = length; read > 0; read = readSync(file, buffer, 0, buffer.length, null)) {
        onBytes(buffer.subarray(0, read));
      }
    });
    if (gunzip) await this.#readThrough(gunzip);
  }

  async #readThrough(gunzip: ReturnType<typeof gunzipInto>): Promise<void> {
    const { createReadStream } = await import('node:fs');
    for await (const piece of createReadStream(this.name, { highWaterMark: PIECE }))
      await gunzip.write(piece);
    await gunzip.end();
  }
}

function withFile<T>(path: string, use: (file: number) => T): T {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    return use(file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === undefined) throw error;
    throw new InputError(`cannot read ${path}: ${REASONS[code] ?? code}`, { cause: error });
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function gunzipHead(name: string, raw: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const pieces: Uint8Array[] = [];
    let length = 0;
    const gunzip = createGunzip();
    const finish = () => {
      gunzip.destroy();
      resolve(Buffer.concat(pieces).subarray(0, HEAD_BYTES));
    };
    gunzip.on('data', (piece: Uint8Array) => {
      pieces.push(piece);
      length += piece.length;
      if (length >= HEAD_BYTES) finish();
    });
    gunzip.on('end', finish);
    gunzip.on('error', (error: NodeJS.ErrnoException) => {
      // The head of a longer file ends in the middle of its gzip data, which is no fault of the file.
      if (error.code === 'Z_BUF_ERROR') finish();
      else reject(new InputError(`cannot read ${name}: it begins as gzip and is not (${error.message})`));
    });
    gunzip.end(raw);
  });
}

/** A gunzip that hands on what it unpacks piece by piece, never more than one piece ahead of who reads. */
function gunzipInto(name: string, onBytes: (bytes: Uint8Array) => void) {
  const gunzip = createGunzip({ chunkSize: PIECE });
  const failed = new Promise<never>((_, reject) => {
    gunzip.on('error', (error) => {
      reject(new InputError(`cannot read ${name}: its gzip data is damaged (${error.message})`));
    });
  });
  failed.catch(() => {});
  const ended = new Promise<void>((resolve) => gunzip.on('end', resolve));
  gunzip.on('data', onBytes);
  return {
    write: (piece: Uint8Array) =>
      Promise.race([failed, new Promise<void>((resolve) => gunzip.write(piece, () => resolve()))]),
    end: () => {
      gunzip.end();
      return Promise.race([failed, ended]);
    },
  };
}
