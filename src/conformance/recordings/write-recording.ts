import { closeSync, mkdirSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { OutputError } from '../output-file.ts';
import type { ExchangeRecord, RecordingHeader } from './recording-format.ts';

/** Digits of a number in a name, so that names sort as the exchanges came. */
const DIGITS = 4;

/** A folder that takes recordings, a file for each exchange. Nothing that is there is overwritten; numbers go on from it. */
export class RecordingFolder {
  readonly path: string;
  #next: number;

  /** @throws OutputError when it cannot be made or read */
  constructor(path: string) {
    this.path = path;
    try {
      mkdirSync(path, { recursive: true, mode: 0o700 });
      this.#next = readdirSync(path).reduce((next, name) => Math.max(next, numberOf(name) + 1), 0);
    } catch (error) {
      throw new OutputError(path, (error as NodeJS.ErrnoException).code ?? 'it is unusable', {
        cause: error,
      });
    }
  }

  /**
   * Begins the recording of one exchange, readable by its owner only.
   *
   * @param label what the exchange is, as a part of a file name
   * @throws what the system says
   */
  create(label: string, header: RecordingHeader): RecordingFile {
    for (;;) {
      const number = this.#next;
      const name = `${String(number).padStart(DIGITS, '0')}-${label}.jsonl`;
      this.#next += 1;
      try {
        const file = openSync(join(this.path, name), 'wx', 0o600);
        return new RecordingFile(file, number, name, header);
      } catch (error) {
        // Another recorder that writes here was first.
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
  }
}

/** The recording of one exchange. Each line is in the file once it is written: a recorder that is killed loses nothing. */
export class RecordingFile {
  /** Of the exchange, in the records and in the file's name. */
  readonly number: number;
  /** Without its folder. */
  readonly name: string;
  readonly #file: number;
  #length = 0;

  constructor(file: number, number: number, name: string, header: RecordingHeader) {
    this.#file = file;
    this.number = number;
    this.name = name;
    this.#writeLine(header);
  }

  /** Bytes that it has. */
  get length(): number {
    return this.#length;
  }

  /** @throws what the system says, such as that the disk is full */
  write(record: ExchangeRecord): void {
    this.#writeLine(record);
  }

  close(): void {
    closeSync(this.#file);
  }

  #writeLine(line: RecordingHeader | ExchangeRecord): void {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(this.#file, bytes, written);
    }
    this.#length += bytes.length;
  }
}

/** The number that a name begins with; -1 when it is not the name of a recording. */
function numberOf(name: string): number {
  const [, digits] = /^(\d{4,15})-/.exec(name) ?? [];
  return digits === undefined ? -1 : Number(digits);
}
