import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LineRanges } from './line-ranges.ts';
import type { ExchangeRecord, RecordingHeader } from './recording-format.ts';
import {
  type ExchangeFile,
  type RecordingFile,
  RecordingFolder,
  type RecordingStore,
  VanishedOutputError,
  type WriteBytes,
} from './write-recording.ts';

export interface RotationOptions {
  /** A file of this size takes no further exchange. Those that it has are written to their end. */
  readonly fileBytes: number;
  /** Most bytes of all files together. The oldest are deleted to make room. */
  readonly totalBytes?: number | undefined;
  readonly writeBytes?: WriteBytes;
  /** Called with the name of each file that was deleted, or cut down to its exchanges with violations. */
  onDelete?(name: string): void;
  /** Called with the limit, in bytes, if there is no room to keep an exchange with a violation. */
  onNotKept?(limit: number): void;
}

/** There is no room within the limit for another line: what fills it are files that are still written to. */
export class DiskLimitError extends Error {
  readonly code = 'disk-limit';

  constructor(limit: number) {
    super(`the files that are still written to fill the limit of ${limit} bytes`);
    this.name = 'DiskLimitError';
  }
}

/** Names the files in a folder. Earlier recorders have left files with this name, which count too. */
const LABEL = 'exchanges';
const ROTATED = /^(\d{4,15})-exchanges\.jsonl$/;

/** Exchanges with violations are kept up to this part of all bytes. The current file, which may have half of them, leaves room for that. */
const KEPT_PART = 1 / 4;

interface ClosedFile {
  readonly name: string;
  readonly length: number;
  /** What stays of it: its header and its exchanges with violations. Absent if it has none. */
  readonly kept?: LineRanges | undefined;
}

/** A file with the number of exchanges that are still written to it. */
interface SharedFile {
  readonly file: RecordingFile;
  readonly headerLength: number;
  kept?: LineRanges | undefined;
  open: number;
}

/**
 * A recording in numbered files of limited size. Each file has whole exchanges only, so it can be judged alone, and the rest stays
 * whole when one is deleted. Of a file that is deleted to make room, exchanges with violations stay, under its name.
 */
export class RotatedRecording implements RecordingStore {
  readonly #folder: RecordingFolder;
  readonly #options: RotationOptions;
  /** By number. */
  readonly #closed = new Map<number, ClosedFile>();
  #current: SharedFile | undefined;
  #exchanges = 0;
  /** Bytes of the files of earlier recorders, less those that were deleted. */
  #others = 0;
  /** Bytes that stay of all files. */
  #kept = 0;

  /** @throws OutputError if the folder cannot be created or read, or another recorder writes to it */
  constructor(path: string, options: RotationOptions) {
    this.#options = options;
    const { writeBytes } = options;
    this.#folder = new RecordingFolder(path, {
      claim: (bytes) => this.#makeRoom(bytes),
      ...(writeBytes && { writeBytes }),
    });
    this.#adopt();
  }

  get bytes(): number {
    return this.#folder.bytes + this.#others;
  }

  create(_label: string, header: RecordingHeader): ExchangeFile {
    this.#leaveIfVanished();
    if (this.#current && this.#current.file.length >= this.#options.fileBytes) this.#retire(this.#current);
    this.#current ??= this.#share(this.#folder.create(LABEL, header));
    const shared = this.#current;
    const lines = new LineRanges();
    let isKept = false;
    const number = this.#exchanges;
    this.#exchanges += 1;
    shared.open += 1;
    return {
      number,
      name: shared.file.name,
      startedAt: shared.file.startedAt,
      write: (record: ExchangeRecord) => {
        const start = shared.file.length;
        shared.file.write(record);
        lines.add(start, shared.file.length);
      },
      keep: () => {
        isKept = true;
      },
      close: () => {
        shared.open -= 1;
        if (isKept) this.#keep(shared, lines);
        if (shared !== this.#current) this.#closeIfDone(shared);
      },
    };
  }

  #share(file: RecordingFile): SharedFile {
    return { file, headerLength: file.length, open: 0 };
  }

  /** Those that were kept first stay, since the findings of each requirement that a recorder prints are the first ones. */
  #keep(shared: SharedFile, lines: LineRanges): void {
    const { totalBytes, onNotKept } = this.#options;
    if (totalBytes === undefined) return;
    const header = new LineRanges();
    header.add(0, shared.headerLength);
    const bytes = lines.length + (shared.kept ? 0 : header.length);
    const limit = Math.floor(totalBytes * KEPT_PART);
    if (this.#kept + bytes > limit) {
      onNotKept?.(limit);
      return;
    }
    this.#kept += bytes;
    shared.kept ??= header;
    shared.kept.join(lines);
  }

  /** Closes the file that the next exchange would be written to. */
  close(): void {
    try {
      this.#leaveIfVanished();
      if (this.#current) this.#retire(this.#current);
    } finally {
      this.#folder.close();
    }
  }

  /** Leaves a file that was deleted, so that the exchanges after it are not lost too. @throws VanishedOutputError */
  #leaveIfVanished(): void {
    const current = this.#current;
    if (!current || current.file.isThere) return;
    this.#retire(current);
    throw new VanishedOutputError(current.file.path);
  }

  #retire(shared: SharedFile): void {
    this.#current = undefined;
    this.#closeIfDone(shared);
  }

  #closeIfDone({ file, open, kept }: SharedFile): void {
    if (open > 0) return;
    file.close();
    const { number, name, length } = file;
    if (length > 0) this.#closed.set(number, { name, length, kept });
  }

  /** A recorder that was started again has the limit of the one before, and so the same files. */
  #adopt(): void {
    const { path } = this.#folder;
    for (const name of readdirSync(path)) {
      const [, number] = ROTATED.exec(name) ?? [];
      if (number === undefined) continue;
      const length = statSync(join(path, name), { throwIfNoEntry: false })?.size ?? 0;
      this.#closed.set(Number(number), { name, length });
      this.#others += length;
    }
  }

  /** @throws DiskLimitError if no deletion would make room, so that none is in vain; VanishedOutputError as `requireThere` of the folder */
  #makeRoom(bytes: number): void {
    const { totalBytes = Number.POSITIVE_INFINITY } = this.#options;
    if (this.bytes + bytes <= totalBytes) return;
    const deletable = [...this.#closed.values()].reduce(
      (sum, { length, kept }) => sum + length - (kept?.length ?? 0),
      0,
    );
    if (this.bytes - deletable + bytes > totalBytes) throw new DiskLimitError(totalBytes);
    this.#folder.requireThere();
    while (this.bytes + bytes > totalBytes) this.#deleteOldest();
  }

  #deleteOldest(): void {
    const oldest = Math.min(...this.#closed.keys());
    const { name, length, kept } = this.#closed.get(oldest) ?? { name: '', length: 0 };
    this.#closed.delete(oldest);
    const path = join(this.#folder.path, name);
    const isCutDown = kept !== undefined && isThere(path);
    if (isCutDown) kept.cutDown(path);
    else rmSync(path, { force: true });
    this.#others -= length - (isCutDown ? kept.length : 0);
    this.#options.onDelete?.(name);
  }
}

/** Complete files may be moved away. */
function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
