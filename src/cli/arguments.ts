import { parseArgs } from 'node:util';
import { findNearest } from '../conformance/registry/nearest.ts';

/** Thrown when the command line is not usable. The message is one line that says what to write instead. */
export class UsageError extends Error {
  readonly code = 'usage';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UsageError';
  }
}

export interface Flag {
  readonly type: 'boolean' | 'string';
  /** The values that a string flag may have. Absent: any. */
  readonly choices?: readonly string[];
  /**
   * Present when the flag may be repeated. Its values then form a list: `whole` keeps each value as it is written, `split` splits it at
   * commas.
   */
  readonly multiple?: 'whole' | 'split';
}

export type Flags = Readonly<Record<string, Flag>>;

type Values<F extends Flags> = {
  readonly [K in keyof F]?: F[K] extends { type: 'boolean' }
    ? boolean
    : F[K] extends { multiple: string }
      ? readonly Choice<F[K]>[]
      : Choice<F[K]>;
};

type Choice<F extends Flag> = F extends { choices: readonly (infer C)[] } ? C : string;

export interface Arguments<F extends Flags> {
  readonly values: Values<F>;
  readonly positionals: readonly string[];
}

/** The other form of a command that has two. If an unknown flag belongs to that form, the message says so. */
export interface OtherForm {
  readonly name: string;
  readonly flags: Flags;
}

/**
 * Parses the arguments of a command. The values of a repeated flag form a list if its entry in the table says so. Repeating a flag without
 * a value changes nothing.
 *
 * @throws UsageError for an unknown flag, a flag with a value that is repeated without being `multiple`, and a missing or invalid value
 */
export function parseArguments<const F extends Flags>(
  args: readonly string[],
  flags: F,
  otherForm?: OtherForm,
): Arguments<F> {
  const { values, positionals, tokens } = parse(args, flags, otherForm);
  const given = new Map<string, readonly string[]>();
  for (const token of tokens) {
    if (token.kind !== 'option' || token.value === undefined) continue;
    const { name, value } = token;
    const flag = flags[name];
    const before = given.get(name) ?? [];
    if (before.length > 0 && !flag?.multiple) throw new UsageError(`--${name} is given twice; give it once`);
    const parts = flag?.multiple === 'split' ? splitAtCommas(value) : value ? [value] : [];
    if (parts.length === 0)
      throw new UsageError(`--${name} needs a value; is a variable of your script empty?`);
    for (const part of parts) requireChoice(name, part, flag?.choices);
    given.set(name, [...before, ...parts]);
  }
  const lists = Object.entries(flags).flatMap(([name, { multiple }]) =>
    multiple && given.has(name) ? [[name, given.get(name)]] : [],
  );
  return { values: { ...values, ...Object.fromEntries(lists) } as Values<F>, positionals };
}

function splitAtCommas(text: string): readonly string[] {
  return text.split(',').flatMap((part) => part.trim() || []);
}

function requireChoice(name: string, value: string, choices: readonly string[] | undefined): void {
  if (!choices || choices.includes(value)) return;
  throw new UsageError(
    `--${name} cannot be ${quote(value)}${suggest(value, choices)}; it must be one of ${choices.join(', ')}`,
  );
}

function parse(args: readonly string[], flags: Flags, otherForm: OtherForm | undefined) {
  try {
    return parseArgs({
      args: [...args],
      options: Object.fromEntries(
        Object.entries(flags).map(([name, { type, multiple }]) => [
          name,
          { type, multiple: multiple !== undefined },
        ]),
      ),
      allowPositionals: true,
      strict: true,
      tokens: true,
    });
  } catch (error) {
    throw new UsageError(translate(error as NodeJS.ErrnoException, flags, otherForm), { cause: error });
  }
}

/** Flags of other tools that people try, and what to write instead. */
const MEANT: Readonly<Record<string, string>> = {
  '--token':
    'other users can see the arguments of a program, so set CONVERSATION_API_TOKEN or give --token-file FILE',
  '--url': 'write the URL without a flag',
  '--listen': 'write --port PORT',
  '--file': 'write the name of the file without a flag',
  '--format-json': 'write --reporter json',
  '--color': 'terminals get colours by default; --no-color turns them off',
};

/** Turns a message of `parseArgs`, which can have several lines, into one line. */
function translate(
  { code, message }: NodeJS.ErrnoException,
  flags: Flags,
  otherForm: OtherForm | undefined,
): string {
  const flag = /'(--?[^\s'=]+)/.exec(message)?.[1] ?? 'a flag';
  const known = Object.keys(flags).map((name) => `--${name}`);
  const isUnknown = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION';
  if (isUnknown && otherForm && Object.hasOwn(otherForm.flags, flag.slice(2)))
    return `${flag} works only with ${otherForm.name}; leave it out`;
  const meant = MEANT[flag];
  if (isUnknown && meant !== undefined) return `there is no flag ${flag}; ${meant}`;
  if (isUnknown) return `there is no flag ${flag}${suggest(flag, known)}; --help lists the flags`;
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return message.replaceAll(/\s+/g, ' ');
  if (message.includes('does not take')) return `${flag} takes no value; write it alone`;
  const { choices } = flags[flag.slice(2)] ?? {};
  return `${flag} needs a value${choices ? `, one of ${choices.join(', ')}` : `; write ${flag}=VALUE`}`;
}

/**
 * Reads the value of a flag as a whole number.
 *
 * @param absent the result if the flag is not given
 * @throws UsageError unless the number is within both limits
 */
export function readNumber<Name extends string, Absent>(
  values: { readonly [K in Name]?: string },
  flag: Name,
  [least, most]: readonly [least: number, most: number],
  absent: Absent,
): number | Absent {
  const text = values[flag];
  if (text === undefined) return absent;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new UsageError(
    `--${flag} cannot be ${quote(text)}; it must be a whole number from ${least} to ${most}`,
  );
}

const UNITS = { s: 1000, m: 60_000, h: 3_600_000 } as const;

/** Ports; 0 is any free one. */
export const PORTS = [0, 65_535] as const;

/** With a larger scale, the timers of a server would no longer fire in order: 30 minutes would take 1.8 milliseconds. */
const MOST_TIME_SCALE = 1_000_000;

/** Reads `--time-scale`: how many times faster than real time timers run. @throws UsageError */
export function readTimeScale(values: { readonly 'time-scale'?: string }): number {
  return readNumber(values, 'time-scale', [1, MOST_TIME_SCALE], 1);
}

/**
 * Parses a duration in seconds, such as `90`, or with a unit, such as `90s`, `30m` or `2h`.
 *
 * @param most longest duration, in milliseconds
 * @returns milliseconds
 * @throws UsageError
 */
export function parseDuration(flag: string, text: string, most: number): number {
  const [, count, unit = 's'] = /^(\d{1,9})([smh])?$/.exec(text) ?? [];
  const duration = Number(count) * UNITS[unit as keyof typeof UNITS];
  if (duration >= UNITS.s && duration <= most) return duration;
  throw new UsageError(
    `--${flag} cannot be ${quote(text)}; write seconds, or a time such as 30m or 2h, up to ${most / UNITS.h}h`,
  );
}

/** Returns ` (did you mean X?)` when a known word is similar, and an empty string otherwise. */
export function suggest(word: string, known: Iterable<string>): string {
  const [nearest] = findNearest(word, known);
  return nearest === undefined ? '' : ` (did you mean ${nearest}?)`;
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}
