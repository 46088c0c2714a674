import type { Shard } from '../conformance/files/shard.ts';
import type { InputFormat } from '../conformance/recordings/input.ts';
import { type Arguments, parseArguments, readNumber, UsageError } from './arguments.ts';
import { readDocs } from './docs-option.ts';
import { FILE_FLAGS, TARGET_FLAGS } from './flags.ts';
import { OF_FILES, type ReportPlace, readReporters } from './reporters.ts';
import { readShard } from './shard-option.ts';

/** An event becomes one string. The longest string that the engine allows is about twice this. */
const MOST_EVENT_BYTES = 256 * 1024 * 1024;
const MOST_JOBS = 256;

export interface CheckOptions {
  readonly files: readonly string[];
  /** Files that list further files, one path per line. */
  readonly lists: readonly string[];
  /** Absent when all files are judged. */
  readonly shard: Shard | undefined;
  /** Absent when the content of the file decides. */
  readonly format: InputFormat | undefined;
  readonly places: readonly ReportPlace[];
  readonly isVerbose: boolean;
  readonly failsOnWarning: boolean;
  /** The URL of the docs portal, for links. */
  readonly docs: string | undefined;
  readonly jobs: number;
  readonly judging: {
    readonly permissionMode: 'manual' | 'auto' | undefined;
    readonly isPartial: boolean;
    readonly eventBytes: number | undefined;
    readonly inputBytes: number | undefined;
  };
}

/**
 * Reads the command line of `check`.
 *
 * @throws UsageError when an argument is invalid or contradicts another
 */
export function readCheckOptions(args: readonly string[]): CheckOptions {
  const { values, positionals } = parseArguments(args, FILE_FLAGS, {
    name: 'check URL',
    flags: TARGET_FLAGS,
  });
  rejectContradictions({ values, positionals });
  const places = readReporters(values.reporter, values.output, OF_FILES);
  if (values.verbose && places.every(({ reporter }) => reporter !== 'pretty'))
    throw new UsageError('--verbose is for --reporter pretty; the other reports have every row anyway');
  return {
    files: positionals,
    lists: values['files-from'] ?? [],
    shard: readShard(values.shard),
    format: values.format === 'auto' ? undefined : values.format,
    places,
    isVerbose: values.verbose ?? false,
    failsOnWarning: values['fail-on'] === 'warning',
    docs: readDocs(values.docs),
    jobs: readNumber(values, 'jobs', [1, MOST_JOBS], 1),
    judging: {
      permissionMode: values['permission-mode'],
      isPartial: values.partial ?? false,
      eventBytes: readNumber(values, 'max-event-bytes', [1, MOST_EVENT_BYTES], undefined),
      inputBytes: readNumber(values, 'max-input-bytes', [1, Number.MAX_SAFE_INTEGER], undefined),
    },
  };
}

function rejectContradictions({ values, positionals }: Arguments<typeof FILE_FLAGS>): void {
  const lists = values['files-from'] ?? [];
  if (positionals.length + lists.length === 0)
    throw new UsageError(
      'check needs a URL, a file, a glob in quotes, or - for standard input; see check --help',
    );
  if (positionals.includes(''))
    throw new UsageError('check was given an empty file name; is a variable of your script empty?');
  if (positionals.includes('-') && lists.includes('-'))
    throw new UsageError('standard input (-) cannot be both a recording and the list of --files-from');
  if ([...positionals, ...lists].filter((name) => name === '-').length > 1)
    throw new UsageError('standard input (-) is given twice; it can be read once');
  if (positionals.includes('-') && values.shard !== undefined)
    throw new UsageError('--shard divides files by their names; standard input (-) has no name');
  if (values.partial && values.format === 'recording')
    throw new UsageError(
      '--partial has no effect with --format recording, because a recording says how it ended',
    );
}
