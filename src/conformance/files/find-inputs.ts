import { createReadStream, lstat, readdir, realpath, type Stats, stat as statFile, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Readable } from 'node:stream';
import { detectFormat } from '../recordings/detect-format.ts';
import { FileSource } from '../recordings/file-source.ts';
import { FolderSource } from '../recordings/folder-source.ts';
import { type ByteSource, InputError, type InputFormat, type InputSource } from '../recordings/input.ts';
import { nameStranger } from '../recordings/name-stranger.ts';
import { StandardInput } from '../recordings/stdin-source.ts';
import { readFileList } from './read-file-list.ts';
import { type Shard, shardOfFile } from './shard.ts';
import { withSlashes } from './with-slashes.ts';

/** Unreadable folders that a problem names, and files that a note names. */
const MOST_NAMED = 10;

/** A readable input whose format is known. */
export interface FoundInput {
  readonly source: InputSource;
  readonly format: InputFormat;
}

export interface FoundInputs {
  readonly inputs: readonly FoundInput[];
  /** One line for each argument or file that cannot be judged. */
  readonly problems: readonly string[];
  /** One line for each folder that has files which are not judged. */
  readonly notes: readonly string[];
}

export interface FindOptions {
  /** Overrides the detected format of all inputs. */
  readonly format?: InputFormat | undefined;
  /** Lists with further paths, which are read after the names; `-` is standard input. */
  readonly lists?: readonly string[];
  /** Takes only the files of this part. */
  readonly shard?: Shard | undefined;
}

type HeadedSource = ByteSource & { head(): Promise<Uint8Array> };

/**
 * Finds the inputs that the arguments name, and detects their formats. An argument is a file, a folder of recordings, a glob, or
 * `-` for standard input. All problems are found before anything is judged. A file that is named twice is judged once.
 *
 * @param stdin called only if `-` is among the names or the lists
 */
export async function findInputs(
  names: readonly string[],
  stdin: () => Readable,
  { format, lists = [], shard }: FindOptions = {},
): Promise<FoundInputs> {
  const sources = new Map<string, HeadedSource | FolderSource>();
  const inputs: FoundInput[] = [];
  const problems: string[] = [];
  const note = (error: unknown) => {
    if (!(error instanceof InputError)) throw error;
    problems.push(error.message);
  };
  const take = (path: string) => {
    const key = withSlashes(path);
    const isOurs = !shard || shardOfFile(key, shard.count) === shard.index;
    if (!isOurs || sources.has(key)) return;
    try {
      sources.set(key, open(path, stdin));
    } catch (error) {
      note(error);
    }
  };
  for (const paths of [...names.map(expand), ...lists.map((list) => readFileList(list, stdin))]) {
    try {
      for await (const path of paths) take(path);
    } catch (error) {
      note(error);
    }
  }
  for (const source of sources.values()) {
    try {
      inputs.push({ source, format: await formatOf(source, format) });
    } catch (error) {
      note(error);
    }
  }
  return { inputs, problems, notes: inputs.flatMap(({ source }) => notePassedOver(source)) };
}

function notePassedOver(source: InputSource): string[] {
  if (!(source instanceof FolderSource) || source.passedOver.length === 0) return [];
  const { name, passedOver } = source;
  const rest = passedOver.length - MOST_NAMED;
  const more = rest > 0 ? ` and ${rest} more` : '';
  return [`${name} has files that are not judged: ${passedOver.slice(0, MOST_NAMED).join(', ')}${more}`];
}

/** The paths that an argument names. An existing path is taken literally, even if it looks like a glob. */
async function* expand(name: string): AsyncGenerator<string> {
  if (name === '-' || stat(name)) return yield name;
  const { glob, isDynamicPattern } = await import('tinyglobby');
  const pattern = withSlashes(name);
  if (!isDynamicPattern(pattern)) return yield name;
  const unreadable: string[] = [];
  const paths = await glob(pattern, {
    absolute: isAbsolute(name),
    expandDirectories: false,
    fs: { readdir: noteUnreadable(unreadable), ...linksAsFiles },
  });
  // The library skips a folder that it cannot read, and a verdict without its files would seem to cover them.
  if (unreadable.length > 0)
    throw new InputError(`the glob ${name} meets folders that cannot be read: ${unreadable.join(', ')}`);
  if (paths.length === 0) throw new InputError(`the glob ${name} matches no file`);
  yield* paths.sort();
}

/** @throws InputError if the source is not of the wanted format, or of none that is known */
async function formatOf(
  source: HeadedSource | FolderSource,
  wanted: InputFormat | undefined,
): Promise<InputFormat> {
  if (source instanceof FolderSource) {
    if (wanted !== undefined && wanted !== 'recording') throw isDirectory(source.name);
    await source.checkFormats();
    return 'recording';
  }
  const head = await source.head();
  return wanted ?? recognise(source.name, head);
}

/** Lists a folder as Node does, and notes each folder that exists and cannot be read. */
function noteUnreadable(unreadable: string[]): typeof readdir {
  const list = (
    path: string,
    options: object,
    onList: (error: NodeJS.ErrnoException | null, ...rest: unknown[]) => void,
  ) =>
    readdir(path, options, (error, ...rest: unknown[]) => {
      const { code } = error ?? {};
      if (code !== undefined && code !== 'ENOENT' && code !== 'ENOTDIR' && unreadable.length < MOST_NAMED)
        unreadable.push(`${path} (${code})`);
      onList(error, ...rest);
    });
  return list as typeof readdir;
}

/** The library skips links that point nowhere. Here each counts as a file, and opening it says what is wrong. */
const linksAsFiles = {
  realpath: ((path: string, onPath: (error: null, resolved: string) => void) =>
    realpath(path, (error, resolved) => onPath(null, error ? path : resolved))) as typeof realpath,
  stat: ((path: string, onStatus: (error: Error | null, status: Stats) => void) =>
    statFile(path, (error, status) =>
      error ? lstat(path, onStatus) : onStatus(null, status),
    )) as typeof statFile,
};

function open(path: string, stdin: () => Readable): HeadedSource | FolderSource {
  if (path === '-') return new StandardInput(stdin());
  const stats = stat(path);
  if (stats?.isDirectory()) return openFolder(path);
  if (stats?.isFIFO() || stats?.isCharacterDevice()) {
    // A pipe, such as that of `<(curl …)`, can be opened only once.
    const piped = new StandardInput(createReadStream(path));
    return { name: path, head: () => piped.head(), read: (onBytes) => piped.read(onBytes) };
  }
  return new FileSource(path);
}

/** A folder with recordings is one input. */
function openFolder(path: string): FolderSource {
  const folder = new FolderSource(path);
  if (folder.parts.length === 0) throw isDirectory(path);
  return folder;
}

function isDirectory(path: string): InputError {
  return new InputError(
    `${path} is a directory; name the files in it, for example '${withoutSlash(path)}/**/*.sse'`,
  );
}

function recognise(name: string, head: Uint8Array): InputFormat {
  const format = detectFormat(head);
  if (format) return format;
  throw new InputError(`cannot judge ${name === '-' ? 'standard input' : name}: ${nameStranger(head)}`);
}

function stat(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // For example a name that is too long or has a NUL. Opening the file gives a better error.
    return undefined;
  }
}

function withoutSlash(path: string): string {
  return path.replace(/(?<!\/)\/+$/, '');
}
