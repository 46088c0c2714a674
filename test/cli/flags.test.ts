import { describe, expect, it } from 'vitest';
import { type Flags, parseArguments } from '../../src/cli/arguments.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import {
  CLIENT_FLAGS,
  EXPLAIN_FLAGS,
  FILE_FLAGS,
  HISTORY_FLAGS,
  INIT_CLIENT_FLAGS,
  INIT_FLAGS,
  LIST_FLAGS,
  MERGE_FLAGS,
  RECORD_FLAGS,
  RIG_FLAGS,
  SERVE_FLAGS,
  TARGET_FLAGS,
} from '../../src/cli/flags.ts';
import { runInProcess } from './run-in-process.ts';

/** The flags of each command. Commands that are not listed have none. */
const FLAGS_OF: Readonly<Record<string, Flags>> = {
  check: { ...TARGET_FLAGS, ...FILE_FLAGS },
  'check-client': CLIENT_FLAGS,
  'init-client': INIT_CLIENT_FLAGS,
  init: INIT_FLAGS,
  serve: SERVE_FLAGS,
  rig: RIG_FLAGS,
  record: RECORD_FLAGS,
  explain: EXPLAIN_FLAGS,
  list: LIST_FLAGS,
  merge: MERGE_FLAGS,
  history: HISTORY_FLAGS,
};

/** The flags that a help text describes: their names, and whether dots after the value mark the flag as repeatable. */
function describedIn(help: string): ReadonlyMap<string, boolean> {
  const lines = help.matchAll(/^ {2}--([a-z][a-z-]*)(?:, -\w)?(?: (\S.*?))?(?: {2,}\S|$)/gm);
  return new Map([...lines].map(([, name = '', value = '']) => [name, value.endsWith('…')]));
}

describe.each(COMMANDS)('the help of $name', ({ name, help }) => {
  it('describes its flags, and marks those that may be repeated', async () => {
    const known = Object.entries(FLAGS_OF[name] ?? {}).map(([flag, { multiple }]) => [
      flag,
      multiple !== undefined,
    ]);
    const described = describedIn(await help());
    expect(Object.fromEntries(described)).toEqual({ ...Object.fromEntries(known), help: false });
  });
});

it.each(['help', ...COMMANDS.map(({ name }) => name)])(
  'the help of %s fits a terminal of 80 columns',
  async (name) => {
    const { stdout } = await runInProcess(['help', name]);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  },
);

it('check marks the same flags as repeatable in both of its forms', () => {
  for (const [name, flag] of Object.entries(FILE_FLAGS)) {
    if (name in TARGET_FLAGS) expect(TARGET_FLAGS[name as keyof typeof TARGET_FLAGS]).toEqual(flag);
  }
});

const flags = Object.entries(FLAGS_OF).flatMap(([command, table]) =>
  Object.entries(table).map(([name, flag]) => ({ command, name, ...flag })),
);

describe('a repeated flag', () => {
  it.each(flags.filter(({ type }) => type === 'boolean'))(
    '$command --$name has the same effect as once',
    ({ command, name }) => {
      const { values } = parseArguments([`--${name}`, `--${name}`], FLAGS_OF[command] ?? {});
      expect(values).toEqual({ [name]: true });
    },
  );

  it.each(flags.filter(({ multiple }) => multiple))(
    '$command --$name adds up',
    ({ command, name, multiple, choices: [one, two] = ['a', 'b'] }) => {
      const args = [`--${name}=${one},${two}`, `--${name}`, `${one}`];
      const parse = () => parseArguments(args, FLAGS_OF[command] ?? {}).values[name];
      expect(parse()).toEqual(multiple === 'split' ? [one, two, one] : [`${one},${two}`, one]);
    },
  );

  it.each(flags.filter(({ type, multiple }) => type === 'string' && !multiple))(
    '$command --$name is refused',
    ({ command, name, choices: [one] = ['a'] }) => {
      const parse = () => parseArguments([`--${name}=${one}`, `--${name}=${one}`], FLAGS_OF[command] ?? {});
      expect(parse).toThrow(`--${name} is given twice; give it once`);
    },
  );
});
