import type { Shard } from '../conformance/files/shard.ts';
import type { Depth } from '../conformance/run/depth.ts';
import { type Arguments, parseArguments, parseDuration, readNumber, UsageError } from './arguments.ts';
import { requireWebUrl } from './base-url.ts';
import { readDocs } from './docs-option.ts';
import { FILE_FLAGS, TARGET_FLAGS } from './flags.ts';
import { type ReportPlace, readReporters } from './reporters.ts';
import { readShard } from './shard-option.ts';

const MOST_CONCURRENCY = 64;
const MOST_TURNS = 1_000_000;
const MOST_ROUNDS = 100_000;
const HOUR = 3_600_000;
/** Far above the time of a whole run with --long, whose longest wait is half an hour. */
const DEFAULT_DURATION = 2 * HOUR;
/** With --fast. With a slow model, an early result is worth more than a complete one. */
const FAST_DURATION = 300_000;
const MOST_DURATION = 24 * HOUR;

/** Flags that need a plan of checks. */
const OF_PLAN = ['only-failed', 'plan', 'resume', 'shard', 'require'] as const;
/** Flags that say how much of the plan runs. */
const OF_DEPTH = ['fast', 'long', 'depth'] as const;

/** For each flag that replaces the plan: what it does, and the flags that cannot be used with it. */
const USELESS_BESIDE = {
  against: {
    does: 'compares two servers',
    flags: [
      'only-failed',
      'resume',
      'shard',
      'require',
      'explore',
      'replay',
      'watch',
      'repeat',
      'known-failures',
      'remember',
      'readings',
      'docs',
      'fail-on',
    ],
  },
  explore: {
    does: 'takes random steps',
    flags: [...OF_PLAN, ...OF_DEPTH, 'replay', 'watch', 'repeat'],
  },
  replay: {
    does: 'takes the steps of a file',
    flags: [...OF_PLAN, ...OF_DEPTH, 'only', 'skip'],
  },
} as const;

/** The share of the turns of a run that may be used to shorten the sequences that it finds. */
const SHRINK_SHARE = 0.2;
const MOST_SEED = 2 ** 31 - 1;

export interface ExploreFlags {
  /** How long new sequences are started, in milliseconds. */
  readonly duration: number;
  readonly seed: number;
  readonly shrinkTurns: number;
}

/** Flags that cannot be combined with --watch. */
const WITHOUT_WATCH = ['plan', 'repeat', 'shard', 'remember'] as const;

export interface TargetOptions {
  /** Absent when the profile names the target. */
  readonly url: string | undefined;
  readonly profile: string | undefined;
  readonly tokenFile: string | undefined;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  /** The JSON report of an earlier run. Only the checks that failed in it run. */
  readonly onlyFailed: string | undefined;
  /** Whether to run the failed checks again when the target restarts. */
  readonly isWatching: boolean;
  readonly required: readonly string[];
  readonly isFast: boolean;
  readonly isLong: boolean;
  /** Undefined: everything, or `basic` with `--fast` where nothing is selected. */
  readonly depth: Depth | undefined;
  readonly onlyPlans: boolean;
  /** How often the checks run; undefined: once, without counting rounds. */
  readonly rounds: number | undefined;
  /** How to take random steps; undefined: run the plan. */
  readonly explore: ExploreFlags | undefined;
  /** A file with sequences of steps to take. */
  readonly replay: string | undefined;
  /** The URL of a second server, with which the first is compared. */
  readonly against: string | undefined;
  readonly againstProfile: string | undefined;
  /** The report of an earlier run, whose rounds are continued. */
  readonly resume: string | undefined;
  readonly concurrency: number | undefined;
  readonly maxTurns: number;
  /** In milliseconds. */
  readonly maxDuration: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly ca: string | undefined;
  readonly places: readonly ReportPlace[];
  /** A file that lists the known violations. */
  readonly knownFailures: string | undefined;
  /** The file with the outcomes of earlier runs, to which this run is added. */
  readonly remember: string | undefined;
  readonly shard: Shard | undefined;
  readonly isVerbose: boolean;
  readonly listsReadings: boolean;
  readonly failsOnWarning: boolean;
  /** The URL of the docs portal, for links. */
  readonly docs: string | undefined;
}

/** Matches an argument that is probably a URL: with any scheme, or a host with a port. */
const LIKE_URL = /^[a-z][a-z0-9+.-]*:\/\/|^(\[[0-9a-f:.]+\]|[\w.-]+):\d{1,5}(\/|$)/i;

/** Whether the arguments of `check` name a live target, by its URL or in a profile. */
export function isAboutTarget(args: readonly string[]): boolean {
  return args.some(
    (arg, index) => (LIKE_URL.test(arg) && args[index - 1] !== '--docs') || /^--profile(=|$)/.test(arg),
  );
}

/** Reads the command line of `check` with a live target. @throws UsageError when an argument is invalid or contradicts another */
export function readTargetOptions(args: readonly string[]): TargetOptions {
  const { values, positionals }: Arguments<typeof TARGET_FLAGS> = parseArguments(args, TARGET_FLAGS, {
    name: 'check FILE',
    flags: FILE_FLAGS,
  });
  const [url, ...more] = positionals;
  if (more.length > 0) throw new UsageError('check takes either one URL or files');
  if (url !== undefined) requireWebUrl(url);
  if (values.fast && values.long) throw new UsageError('--fast and --long cannot be combined; give one');
  if (values.shard !== undefined && values.require !== undefined) {
    throw new UsageError('--require cannot be used with --shard, which sees only a part; give it to merge');
  }
  const ofWhole = (['known-failures', 'remember'] as const).find((flag) => values[flag] !== undefined);
  if (values.shard !== undefined && ofWhole !== undefined) {
    throw new UsageError(
      `--${ofWhole} cannot be used with --shard, which sees only a part; give it to merge`,
    );
  }
  if (values.shard !== undefined && values.repeat !== undefined) {
    throw new UsageError(
      '--shard and --repeat cannot be combined; run --repeat on each machine, and merge the reports',
    );
  }
  if (values.resume !== undefined && values.repeat === undefined) {
    throw new UsageError('--resume continues a run of --repeat; give --repeat N, the total number of rounds');
  }
  const endless = values.watch && WITHOUT_WATCH.find((flag) => values[flag] !== undefined);
  if (endless) throw new UsageError(`--${endless} and --watch cannot be combined; give one`);
  for (const [flag, { does, flags }] of Object.entries(USELESS_BESIDE)) {
    if (values[flag as keyof typeof USELESS_BESIDE] === undefined) continue;
    const useless = flags.find((other) => values[other] !== undefined);
    if (useless !== undefined)
      throw new UsageError(`--${useless} cannot be used with --${flag}, which ${does}`);
  }
  const beside = (['seed', 'shrink-turns'] as const).find((flag) => values[flag] !== undefined);
  if (values.explore === undefined && beside !== undefined)
    throw new UsageError(`--${beside} works only with --explore; give --explore TIME too`);
  if (values.against !== undefined) requireWebUrl(values.against);
  else if (values['against-profile'] !== undefined)
    throw new UsageError(
      '--against-profile is the profile of the second server; give its URL as --against URL',
    );
  const maxTurns = readNumber(values, 'max-turns', [1, MOST_TURNS], 5000);
  return {
    url,
    profile: values.profile,
    tokenFile: values['token-file'],
    only: values.only ?? [],
    skip: values.skip ?? [],
    onlyFailed: values['only-failed'],
    isWatching: values.watch ?? false,
    required: values.require ?? [],
    isFast: values.fast ?? false,
    isLong: values.long ?? false,
    depth: values.depth,
    onlyPlans: values.plan ?? false,
    rounds: readNumber(values, 'repeat', [1, MOST_ROUNDS], undefined),
    resume: values.resume,
    explore:
      values.explore === undefined
        ? undefined
        : {
            duration: parseDuration('explore', values.explore, MOST_DURATION),
            seed: readNumber(values, 'seed', [0, MOST_SEED], Math.floor(Math.random() * MOST_SEED)),
            shrinkTurns: readNumber(
              values,
              'shrink-turns',
              [0, MOST_TURNS],
              Math.ceil(maxTurns * SHRINK_SHARE),
            ),
          },
    replay: values.replay,
    against: values.against,
    againstProfile: values['against-profile'],
    concurrency: readNumber(values, 'concurrency', [1, MOST_CONCURRENCY], undefined),
    maxTurns,
    maxDuration:
      values['max-duration'] === undefined
        ? values.fast
          ? FAST_DURATION
          : DEFAULT_DURATION
        : parseDuration('max-duration', values['max-duration'], MOST_DURATION),
    headers: readHeaders(values.header ?? []),
    ca: values.ca,
    places: readReporters(values.reporter, values.output),
    knownFailures: values['known-failures'],
    remember: values.remember,
    shard: readShard(values.shard),
    isVerbose: values.verbose ?? false,
    listsReadings: values.readings ?? false,
    failsOnWarning: values['fail-on'] === 'warning',
    docs: readDocs(values.docs),
  };
}

function readHeaders(texts: readonly string[]): Record<string, string> {
  const headers = new Map<string, string>();
  for (const text of texts) {
    const [name, value] = readHeader(text);
    if (headers.has(name)) throw new UsageError(`--header names ${name} twice; give each header once`);
    headers.set(name, value);
  }
  return Object.fromEntries(headers);
}

function readHeader(text: string): [name: string, value: string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):([\t\x20-\x7e]*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new UsageError("--header is written as 'name: value'");
  if (name.toLowerCase() === 'authorization') {
    throw new UsageError(
      'other users can see the arguments of a program, so set CONVERSATION_API_TOKEN or give --token-file FILE',
    );
  }
  return [name.toLowerCase(), value.trimStart()];
}
