import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { FileLock } from '../../file-lock/index.ts';
import { lockFolder } from './folder-lock.ts';
import { OutputError } from './output-file.ts';
import type { ExchangeRecord, RecordingHeader } from './recording-format.ts';

/** Digits of a number in a file name, so that the names sort in the order of the exchanges. */
const DIGITS = 4;

/** Somebody moved or deleted what a recorder was writing, so what it held is lost, or another recorder could use the folder. */
export class VanishedOutputError extends Error {
  readonly code = 'vanished-output';

  constructor(path: string) {
    super(`${path} was moved or deleted while the recorder was writing to it`);
    this.name = 'VanishedOutputError';
  }
}

/** Where a recorder writes the records of one exchange. */
export interface ExchangeFile {
  /** Number of the exchange in the records. */
  readonly number: number;
  /** File name without the folder. */
  readonly name: string;
  /** The time at which `at` is 0 in its records. */
  readonly startedAt: string | undefined;
  /** @throws the error of the file system, such as a full disk; VanishedOutputError for the last record if the file was deleted */
  write(record: ExchangeRecord): void;
  /** Notes that the exchange has a violation, so that it is kept longer than others. */
  keep(): void;
  close(): void;
}

/** Where a recorder writes its exchanges. */
export interface RecordingStore {
  /** Bytes of the files that it counts, as they are now. */
  readonly bytes: number;
  /** @throws the error of the file system; VanishedOutputError if the file that the exchange would have shared was deleted */
  create(label: string, header: RecordingHeader): ExchangeFile;
  /** Lets other recorders use the folder. @throws VanishedOutputError if what was recorded last was deleted, or the folder was */
  close(): void;
}

interface FolderOptions {
  readonly writeBytes?: WriteBytes;
  /** Called with the length of a line before it is written. If it throws, the line is not written. */
  claim?(bytes: number): void;
}

/**
 * A folder for recordings, with one file for each exchange. Existing files are never overwritten; the numbers continue after
 * theirs. One recorder at a time writes to a folder, since a second one may delete what the first has open.
 */
export class RecordingFolder implements RecordingStore {
  readonly path: string;
  readonly #disk: Disk;
  readonly #lock: FileLock;
  #next: number;

  /** @throws OutputError if the folder cannot be created or read, or another recorder writes to it */
  constructor(path: string, { writeBytes = writeSync, claim = () => {} }: FolderOptions = {}) {
    this.path = path;
    this.#disk = { writeBytes, claim, bytes: 0 };
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
    this.#lock = lockFolder(path);
  }

  /** Bytes of the files that this object has created. */
  get bytes(): number {
    return this.#disk.bytes;
  }

  /**
   * Creates the recording of one exchange. Only the owner of the file can read it.
   *
   * @param label describes the exchange, as a part of the file name
   * @throws the error of the file system; VanishedOutputError as `requireThere`
   */
  create(label: string, header: RecordingHeader): RecordingFile {
    this.requireThere();
    for (;;) {
      const number = this.#next;
      const name = `${String(number).padStart(DIGITS, '0')}-${label}.jsonl`;
      this.#next += 1;
      try {
        return this.#open(number, name, header);
      } catch (error) {
        // Another program has written a file with this number.
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
  }

  /** @throws VanishedOutputError if the folder was moved or deleted. What has its name now may belong to another recorder */
  requireThere(): void {
    if (!this.#lock.isThere) throw new VanishedOutputError(this.path);
  }

  close(): void {
    try {
      this.requireThere();
    } finally {
      this.#lock.release();
    }
  }

  #open(number: number, name: string, header: RecordingHeader): RecordingFile {
    const path = join(this.path, name);
    // Each write goes to the end of the file, also after a part of a line was cut off.
    const file = openSync(path, 'ax', 0o600);
    try {
      return new RecordingFile({ file, path, number, name }, header, this.#disk);
    } catch (error) {
      // An empty file is no recording, and would make the whole folder unreadable.
      closeSync(file);
      rmSync(path, { force: true });
      throw error;
    }
  }
}

/** Writes the bytes from an offset on. @returns how many were written */
export type WriteBytes = (file: number, bytes: Uint8Array, offset: number) => number;

/** What the files of a folder share. */
interface Disk {
  readonly writeBytes: WriteBytes;
  readonly claim: (bytes: number) => void;
  /** Bytes of all files. */
  bytes: number;
}

interface OpenFile {
  readonly file: number;
  readonly path: string;
  readonly number: number;
  readonly name: string;
}

/** A file with a header and records. Every line is written at once, so that a killed recorder loses nothing. */
export class RecordingFile implements ExchangeFile {
  /** Number in the file name. It is also that of the exchange if there is only one. */
  readonly number: number;
  /** File name without the folder. */
  readonly name: string;
  readonly path: string;
  readonly startedAt: string | undefined;
  readonly #file: number;
  readonly #disk: Disk;
  #length = 0;
  #hasRecords = false;

  constructor({ file, path, number, name }: OpenFile, header: RecordingHeader, disk: Disk) {
    this.#file = file;
    this.path = path;
    this.#disk = disk;
    this.number = number;
    this.name = name;
    this.startedAt = header.startedAt;
    this.#writeLine(header);
  }

  /** Size in bytes; 0 if the file was removed. */
  get length(): number {
    return this.#length;
  }

  /** False if the file was deleted. The system would go on writing to it without an error. */
  get isThere(): boolean {
    return fstatSync(this.#file).nlink > 0;
  }

  write(record: ExchangeRecord): void {
    if ('end' in record && !this.isThere) throw new VanishedOutputError(this.path);
    this.#writeLine(record);
    this.#hasRecords = true;
  }

  /** Files with one exchange are never deleted. */
  keep(): void {}

  /** Closes the file, and removes it if it has no record: the disk was full before the first one. */
  close(): void {
    const isKept = this.#hasRecords && this.isThere;
    closeSync(this.#file);
    if (isKept) return;
    rmSync(this.path, { force: true });
    this.#disk.bytes -= this.#length;
    this.#length = 0;
  }

  #writeLine(line: RecordingHeader | ExchangeRecord): void {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    this.#disk.claim(bytes.length);
    try {
      for (let written = 0; written < bytes.length; ) {
        written += this.#disk.writeBytes(this.#file, bytes, written);
      }
    } catch (error) {
      // A part of a line would make the whole recording unreadable.
      ftruncateSync(this.#file, this.#length);
      throw error;
    }
    this.#length += bytes.length;
    this.#disk.bytes += bytes.length;
  }
}

/** The number at the beginning of a file name; -1 if it is not the name of a recording. */
function numberOf(name: string): number {
  const [, digits] = /^(\d{4,15})-/.exec(name) ?? [];
  return digits === undefined ? -1 : Number(digits);
}
