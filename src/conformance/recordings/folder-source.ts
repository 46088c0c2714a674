import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { detectFormat } from './detect-format.ts';
import { FileSource } from './file-source.ts';
import { InputError, type JoinedSource } from './input.ts';
import { nameStranger } from './name-stranger.ts';

/** Hidden files are not meant, such as those that macOS adds beside others. */
const RECORDING = /^[^.].*\.jsonl(\.gz|\.zst)?$/;

/** The recordings in a folder, which are judged as one input. A recorder writes one file for each exchange. */
export class FolderSource implements JoinedSource {
  readonly name: string;
  readonly size: number;
  readonly parts: readonly FileSource[];

  /** @throws InputError if a recording in the folder cannot be opened */
  constructor(path: string) {
    this.name = path;
    this.parts = list(path).map((name) => new FileSource(join(path, name)));
    this.size = this.parts.reduce((sum, { size }) => sum + size, 0);
  }

  /**
   * @throws InputError for the first file that is not a recording, since a verdict without it would seem to cover the whole
   * folder
   */
  async checkFormats(): Promise<void> {
    for (const part of this.parts) {
      const head = await part.head();
      // A recorder that was killed before it wrote the header leaves an empty file. The judgement then lists it as incomplete.
      const format = detectFormat(head);
      if (head.length === 0 || format === 'recording') continue;
      const reason = format === undefined ? nameStranger(head) : 'it is not a recording';
      throw new InputError(`cannot judge ${part.name}: ${reason}; remove it, or name the files to judge`);
    }
  }
}

function list(path: string): string[] {
  try {
    // Numeric order puts `10000-` after `9999-`.
    const { compare } = new Intl.Collator('en', { numeric: true });
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isFile() && RECORDING.test(entry.name))
      .map(({ name }) => name)
      .sort(compare);
  } catch (error) {
    throw new InputError(`cannot read ${path}: ${(error as NodeJS.ErrnoException).code}`, { cause: error });
  }
}
