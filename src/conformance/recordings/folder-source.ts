import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { detectFormat } from './detect-format.ts';
import { FileSource } from './file-source.ts';
import { InputError, type JoinedSource } from './input.ts';

const RECORDING = /\.jsonl(\.gz)?$/;

/** The recordings of a folder, which are judged as one: a run that was recorded exchange by exchange. */
export class FolderSource implements JoinedSource {
  readonly name: string;
  readonly size: number;
  readonly parts: readonly FileSource[];

  /** @throws InputError when a recording in it cannot be opened */
  constructor(path: string) {
    this.name = path;
    this.parts = list(path).map((name) => new FileSource(join(path, name)));
    this.size = this.parts.reduce((sum, { size }) => sum + size, 0);
  }

  /** @throws InputError naming the first file that is no recording: a verdict without it would be taken for one over all */
  async checkFormats(): Promise<void> {
    for (const part of this.parts) {
      if (detectFormat(await part.head()) === 'recording') continue;
      throw new InputError(
        `cannot judge ${part.name}: it is no recording; remove it, or name the files to judge`,
      );
    }
  }
}

function list(path: string): string[] {
  try {
    // `10000-` comes after `9999-`.
    const { compare } = new Intl.Collator('en', { numeric: true });
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isFile() && RECORDING.test(entry.name))
      .map(({ name }) => name)
      .sort(compare);
  } catch (error) {
    throw new InputError(`cannot read ${path}: ${(error as NodeJS.ErrnoException).code}`, { cause: error });
  }
}
