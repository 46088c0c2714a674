import { parseArgs } from 'node:util';
import { findNearest } from '../conformance/nearest.ts';
import { UsageError } from './usage-error.ts';

export interface Flag {
  readonly type: 'boolean' | 'string';
  /** The only values that a string flag may have. */
  readonly choices?: readonly string[];
  /** Whether it may be given several times; its values are then a list. */
  readonly multiple?: true;
}

export type Flags = Readonly<Record<string, Flag>>;

type Values<F extends Flags> = {
  readonly [K in keyof F]?: F[K] extends { type: 'boolean' }
    ? boolean
    : F[K] extends { multiple: true }
      ? readonly string[]
      : F[K] extends { choices: readonly (infer C)[] }
        ? C
        : string;
};

export interface Arguments<F extends Flags> {
  readonly values: Values<F>;
  readonly positionals: readonly string[];
}

/**
 * Reads the arguments of a command, strictly: each flag is known, given once unless it may be repeated, and has a value that it can have.
 *
 * @throws UsageError in words of our own
 */
export function parseArguments<const F extends Flags>(args: readonly string[], flags: F): Arguments<F> {
  const { values, positionals, tokens } = parse(args, flags);
  const given = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { choices, multiple } = flags[token.name] ?? {};
    if (given.has(token.name) && !multiple)
      throw new UsageError(`--${token.name} is given twice; give it once`);
    given.add(token.name);
    if (!choices || token.value === undefined || choices.includes(token.value)) continue;
    throw new UsageError(
      `--${token.name} cannot be ${quote(token.value)}${suggest(token.value, choices)}; it is one of ${choices.join(', ')}`,
    );
  }
  return { values: values as Values<F>, positionals };
}

function parse(args: readonly string[], flags: Flags) {
  try {
    return parseArgs({
      args: [...args],
      options: Object.fromEntries(
        Object.entries(flags).map(([name, { type, multiple = false }]) => [name, { type, multiple }]),
      ),
      allowPositionals: true,
      strict: true,
      tokens: true,
    });
  } catch (error) {
    throw new UsageError(translate(error as NodeJS.ErrnoException, flags), { cause: error });
  }
}

/** Says in one line what `parseArgs` says in several. */
function translate({ code, message }: NodeJS.ErrnoException, flags: Flags): string {
  const flag = /'(--?[^\s'=]+)/.exec(message)?.[1] ?? 'a flag';
  const known = Object.keys(flags).map((name) => `--${name}`);
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
    return `there is no flag ${flag}${suggest(flag, known)}; --help lists the flags`;
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return message.replaceAll(/\s+/g, ' ');
  if (message.includes('does not take')) return `${flag} takes no value; write it alone`;
  const { choices } = flags[flag.slice(2)] ?? {};
  return `${flag} needs a value${choices ? `, one of ${choices.join(', ')}` : `; write ${flag}=VALUE`}`;
}

/** Reads a whole number within bounds. */
export function parseNumber(flag: string, text: string, least: number, most: number): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new UsageError(`--${flag} cannot be ${quote(text)}; it is a whole number from ${least} to ${most}`);
}

/** What a message adds, ` (did you mean X?)`, if something is near. */
export function suggest(word: string, known: Iterable<string>): string {
  const [nearest] = findNearest(word, known);
  return nearest === undefined ? '' : ` (did you mean ${nearest}?)`;
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}
