import { closeSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';

/** A part of a file in bytes, from `start` to before `end`. */
interface Range {
  readonly start: number;
  end: number;
}

const PIECE = 1024 * 1024;

/** Lines of a file, in the order in which they were written. Those that follow each other are one range, so that few are kept. */
export class LineRanges {
  readonly #ranges: Range[] = [];

  /** Bytes of all lines. */
  get length(): number {
    return this.#ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  }

  add(start: number, end: number): void {
    const last = this.#ranges.at(-1);
    if (last?.end === start) last.end = end;
    else this.#ranges.push({ start, end });
  }

  /** Adds the lines of another exchange of the same file. */
  join(other: LineRanges): void {
    for (const range of other.#ranges) this.#ranges.push(range);
    this.#ranges.sort((one, another) => one.start - another.start);
  }

  /** Removes all other lines from the file. That takes no further room on the disk, which may be full. @throws the error of the file system */
  cutDown(path: string): void {
    const file = openSync(path, 'r+');
    try {
      const piece = Buffer.alloc(Math.min(PIECE, this.length));
      let written = 0;
      for (const { start, end } of this.#ranges)
        for (let at = start; at < end; ) {
          const bytes = readSync(file, piece, 0, Math.min(piece.length, end - at), at);
          if (bytes === 0) throw new Error(`${path} has become shorter`);
          written += writeSync(file, piece, 0, bytes, written);
          at += bytes;
        }
      ftruncateSync(file, written);
    } finally {
      closeSync(file);
    }
  }
}
