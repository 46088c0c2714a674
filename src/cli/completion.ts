import { parseArguments, suggest, UsageError } from './arguments.ts';
import { FLAGS_OF } from './flags.ts';
import { type Command, EXIT } from './io.ts';

/** The parts of a command that completion needs. */
interface Described {
  readonly name: string;
  readonly summary: string;
}

/** What a shell completes after a command. */
interface Completed extends Described {
  readonly flags: readonly CompletedFlag[];
  /** The possible arguments that are not flags. Empty if any argument is possible, such as a file. */
  readonly words: readonly string[];
}

interface CompletedFlag {
  readonly name: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

const SHELLS: Readonly<Record<string, (commands: readonly Completed[]) => string>> = {
  bash: writeBash,
  zsh: writeZsh,
  fish: writeFish,
};

/** The flags that every command has. */
const COMMON = ['help', 'no-color'].map((name) => ({ name, takesValue: false, choices: [] }));

/** `conversation-api completion SHELL`: prints a completion script for the commands. */
export function completionOf(commands: readonly Described[]): Command {
  return async (args, io) => {
    const write = findShell(parseArguments(args, {}).positionals);
    const words: Readonly<Record<string, readonly string[]>> = {
      completion: Object.keys(SHELLS),
      help: commands.map(({ name }) => name),
    };
    const all = [...commands, { name: 'help', summary: 'describe a command' }];
    io.stdout.write(
      write(all.map((each) => ({ ...each, flags: flagsOf(each.name), words: words[each.name] ?? [] }))),
    );
    return EXIT.ok;
  };
}

function flagsOf(command: string): readonly CompletedFlag[] {
  if (command === 'help') return [];
  const own = Object.entries(FLAGS_OF[command] ?? {}).map(([name, { type, choices = [] }]) => ({
    name,
    takesValue: type === 'string',
    choices,
  }));
  return [...own, ...COMMON];
}

function findShell([shell = '', ...more]: readonly string[]): (commands: readonly Completed[]) => string {
  const names = Object.keys(SHELLS);
  const known = names.join(', ');
  if (shell === '' || more.length > 0) throw new UsageError(`completion needs one shell: ${known}`);
  const write = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
  if (write) return write;
  throw new UsageError(
    `there is no completion for ${shell.slice(0, 80)}${suggest(shell, names)}; it must be one of ${known}`,
  );
}

/** Writes a shell case for each flag with a list of values. The case matches the command and the flag before the cursor. */
function valuesOf({ name, flags }: Completed, write: (words: readonly string[]) => string): string[] {
  return flags
    .filter(({ choices }) => choices.length > 0)
    .map((flag) => `    '${name} --${flag.name}') ${write(flag.choices)} ;;`);
}

function dashed(flags: readonly CompletedFlag[]): string {
  return flags.map(({ name }) => `--${name}`).join(' ');
}

function writeBash(commands: readonly Completed[]): string {
  const cases = commands.map(
    ({ name, flags, words }) => `    ${name}) flags='${dashed(flags)}' values='${words.join(' ')}' ;;`,
  );
  const values = commands.flatMap((each) => valuesOf(each, (words) => `values='${words.join(' ')}'`));
  return `_conversation_api() {
  local flags values word="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')} --help --version' -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  case "\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD-1]}" in
${values.join('\n')}
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$word")) ;;
    *) COMPREPLY=($(compgen -W "$values" -- "$word")) ;;
  esac
}
complete -o default -F _conversation_api conversation-api
`;
}

function writeZsh(commands: readonly Completed[]): string {
  const cases = commands.map(
    ({ name, flags, words }) => `    ${name}) flags=(${dashed(flags)}) values=(${words.join(' ')}) ;;`,
  );
  const values = commands.flatMap((each) => valuesOf(each, (words) => `values=(${words.join(' ')})`));
  return `#compdef conversation-api
_conversation_api() {
  local -a commands flags values
  commands=(${commands.map(({ name, summary }) => `'${name}:${quoteSingle(summary)}'`).join(' ')})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case "$words[2]" in
${cases.join('\n')}
  esac
  case "$words[2] $words[CURRENT-1]" in
${values.join('\n')}
  esac
  if [[ "$words[CURRENT]" == -* ]]; then compadd -- $flags
  elif (( $#values )); then compadd -- $values
  else _files; fi
}
compdef _conversation_api conversation-api
`;
}

function writeFish(commands: readonly Completed[]): string {
  const lines = commands.flatMap(({ name, summary, flags, words }) => {
    const after = `complete -c conversation-api -n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c conversation-api -n __fish_use_subcommand -f -a ${name} -d '${quoteSingle(summary)}'`,
      ...(words.length > 0 ? [`${after} -f -a '${words.join(' ')}'`] : []),
      ...flags.map((flag) => `${after} -l ${flag.name}${fishValue(flag)}`),
    ];
  });
  return `${lines.join('\n')}\n`;
}

function fishValue({ takesValue, choices }: CompletedFlag): string {
  if (choices.length > 0) return ` -x -a '${choices.join(' ')}'`;
  return takesValue ? ' -r' : '';
}

function quoteSingle(text: string): string {
  return text.replaceAll("'", "'\\''");
}
