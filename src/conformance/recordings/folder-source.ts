import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { detectFormat } from './detect-format.ts';
import { FileSource, unreadable } from './file-source.ts';
import { InputError, type JoinedSource } from './input.ts';
import { nameStranger } from './name-stranger.ts';

/** The names of recordings, also as tools rotate and pack them. */
const RECORDING = /\.jsonl(\.\d+)?(\.gz|\.zst)?$/i;
/** Hidden files are not meant, such as those that macOS adds beside others. */
const HIDDEN = /^\./;

/** The recordings in a folder, which are judged as one input. A recorder writes one file for each exchange. */
export class FolderSource implements JoinedSource {
  readonly name: string;
  readonly size: number;
  readonly parts: readonly FileSource[];
  /** Names of files that are not judged, since nothing that a server sent can be in them. */
  readonly passedOver: string[] = [];
  readonly #others: readonly FileSource[];

  /** @throws InputError if something in the folder cannot be read, or is a folder */
  constructor(path: string) {
    this.name = path;
    const files = list(path).map((name) => new FileSource(join(path, name)));
    this.parts = files.filter(({ name }) => RECORDING.test(name));
    this.#others = files.filter(({ name }) => !RECORDING.test(name));
    this.size = this.parts.reduce((sum, { size }) => sum + size, 0);
  }

  /**
   * @throws InputError for the first file that is not a recording but could be judged, since a verdict without it would seem to cover
   * the whole folder
   */
  async checkFormats(): Promise<void> {
    for (const part of this.parts) {
      const head = await part.head();
      // A recorder that was killed before it wrote the header leaves an empty file. The judgement then lists it as incomplete.
      const format = detectFormat(head);
      if (head.length === 0 || format === 'recording') continue;
      throw this.#cannotJudge(part, format === undefined ? nameStranger(head) : 'it is not a recording');
    }
    for (const other of this.#others) {
      const head = await other.head();
      const mayBeJudged = detectFormat(head) !== undefined || other.packing !== undefined;
      if (head.length > 0 && mayBeJudged)
        throw this.#cannotJudge(other, 'its name does not end with .jsonl, as the names of recordings do');
      this.passedOver.push(basename(other.name));
    }
  }

  #cannotJudge({ name }: FileSource, reason: string): InputError {
    return new InputError(`cannot judge ${name}: ${reason}; remove it, or name the files to judge`);
  }
}

/**
 * The names in a folder, in numeric order, which puts `10000-` after `9999-`.
 *
 * @throws InputError if the folder cannot be read, and for a folder in it, which may have recordings too
 */
function list(path: string): string[] {
  const { compare } = new Intl.Collator('en', { numeric: true });
  const names = namesIn(path).filter((name) => !HIDDEN.test(name));
  for (const name of names) {
    // A link is judged as what it points to. One that points nowhere is a file that cannot be read.
    const status = statSync(join(path, name), { throwIfNoEntry: false });
    if (status?.isDirectory())
      throw new InputError(
        `cannot judge ${path} whole: ${name} is a folder in it; name each folder of recordings, or files with a glob`,
      );
    if (status && !status.isFile())
      throw new InputError(
        `cannot judge ${path} whole: ${name} is neither a file nor a link to one; remove it`,
      );
  }
  return names.sort(compare);
}

function namesIn(path: string): string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    throw unreadable(path, error as NodeJS.ErrnoException);
  }
}
