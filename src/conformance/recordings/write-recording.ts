import { closeSync, ftruncateSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { OutputError } from './output-file.ts';
import type { ExchangeRecord, RecordingHeader } from './recording-format.ts';

/** Digits of a number in a file name, so that the names sort in the order of the exchanges. */
const DIGITS = 4;

/**
 * A folder for recordings, with one file for each exchange. Existing files are never overwritten; the numbers continue after
 * theirs.
 */
export class RecordingFolder {
  readonly path: string;
  readonly #writeBytes: WriteBytes;
  #next: number;

  /** @throws OutputError if the folder cannot be created or read */
  constructor(path: string, writeBytes: WriteBytes = writeSync) {
    this.path = path;
    this.#writeBytes = writeBytes;
    try {
      mkdirSync(path, { recursive: true, mode: 0o700 });
      this.#next = readdirSync(path).reduce((next, name) => Math.max(next, numberOf(name) + 1), 0);
    } catch (error) {
      const { code = 'it is unusable' } = error as NodeJS.ErrnoException;
      const isFile = code === 'EEXIST' || code === 'ENOTDIR';
      throw new OutputError(path, isFile ? 'it is a file; name a folder for the recordings' : code, {
        cause: error,
      });
    }
  }

  /**
   * Creates the recording of one exchange. Only the owner of the file can read it.
   *
   * @param label describes the exchange, as a part of the file name
   * @throws the error of the file system
   */
  create(label: string, header: RecordingHeader): RecordingFile {
    for (;;) {
      const number = this.#next;
      const name = `${String(number).padStart(DIGITS, '0')}-${label}.jsonl`;
      this.#next += 1;
      try {
        return this.#open(number, name, header);
      } catch (error) {
        // Another recorder writes to this folder and took the number first.
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
  }

  #open(number: number, name: string, header: RecordingHeader): RecordingFile {
    const path = join(this.path, name);
    const file = openSync(path, 'wx', 0o600);
    try {
      return new RecordingFile({ file, path, number, name }, header, this.#writeBytes);
    } catch (error) {
      // An empty file is no recording, and would make the whole folder unreadable.
      closeSync(file);
      rmSync(path, { force: true });
      throw error;
    }
  }
}

/** Writes the bytes from an offset on. @returns how many were written */
type WriteBytes = (file: number, bytes: Uint8Array, offset: number) => number;

interface OpenFile {
  readonly file: number;
  readonly path: string;
  readonly number: number;
  readonly name: string;
}

/** The recording of one exchange. Every line is written at once, so that a killed recorder loses nothing. */
export class RecordingFile {
  /** Number of the exchange, in the records and in the file name. */
  readonly number: number;
  /** File name without the folder. */
  readonly name: string;
  readonly #file: number;
  readonly #path: string;
  readonly #writeBytes: WriteBytes;
  #length = 0;
  #hasRecords = false;

  constructor({ file, path, number, name }: OpenFile, header: RecordingHeader, writeBytes: WriteBytes) {
    this.#file = file;
    this.#path = path;
    this.#writeBytes = writeBytes;
    this.number = number;
    this.name = name;
    this.#writeLine(header);
  }

  /** Size in bytes. */
  get length(): number {
    return this.#length;
  }

  /** @throws the error of the file system, such as a full disk */
  write(record: ExchangeRecord): void {
    this.#writeLine(record);
    this.#hasRecords = true;
  }

  /** Closes the file, and removes it if it has no record: the disk was full before the first one. */
  close(): void {
    closeSync(this.#file);
    if (!this.#hasRecords) rmSync(this.#path, { force: true });
  }

  #writeLine(line: RecordingHeader | ExchangeRecord): void {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    try {
      for (let written = 0; written < bytes.length; ) {
        written += this.#writeBytes(this.#file, bytes, written);
      }
    } catch (error) {
      // A part of a line would make the whole recording unreadable.
      ftruncateSync(this.#file, this.#length);
      throw error;
    }
    this.#length += bytes.length;
  }
}

/** The number at the beginning of a file name; -1 if it is not the name of a recording. */
function numberOf(name: string): number {
  const [, digits] = /^(\d{4,15})-/.exec(name) ?? [];
  return digits === undefined ? -1 : Number(digits);
}
