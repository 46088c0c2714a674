import { parseArgs } from 'node:util';

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

/** Reads the options of a command of this repository. A wrong option ends the process with a line that lists the known ones. */
export function readArguments<const O extends Options>(options: O) {
  return orRefuse(options, () => parseArgs({ options }).values);
}

/** The same for a command that also takes names. */
export function readPositionals<const O extends Options>(options: O) {
  return orRefuse(options, () => parseArgs({ options, allowPositionals: true }));
}

/** Ends the process because an argument is wrong. */
export function refuseArguments(line: string): never {
  console.error(line);
  process.exit(2);
}

/** Reads a setting. An error ends the process with its message, in one line. */
export function readOrRefuse<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    return refuseArguments((error as Error).message);
  }
}

function orRefuse<T>(options: Options, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    const [problem] = (error as Error).message.split(/\.(?:\s|$)/, 1);
    return refuseArguments(`${problem}. ${describe(Object.keys(options))}`);
  }
}

function describe(names: readonly string[]): string {
  return names.length === 0
    ? 'This command takes no arguments.'
    : `Known: ${names.map((name) => `--${name}`).join(', ')}.`;
}
