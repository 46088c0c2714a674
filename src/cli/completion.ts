import { parseArguments, suggest, UsageError } from './arguments.ts';
import { type Command, EXIT } from './io.ts';

/** A command, by what completion needs of it. */
interface Described {
  readonly name: string;
  readonly summary: string;
  help(): Promise<string>;
}

/** What a shell completes after a command. */
interface Completed {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly string[];
}

const SHELLS: Readonly<Record<string, (commands: readonly Completed[]) => string>> = {
  bash: writeBash,
  zsh: writeZsh,
  fish: writeFish,
};

/** `conversation-api completion SHELL`: prints a completion script for the commands. */
export function completionOf(commands: readonly Described[]): Command {
  return async (args, io) => {
    const { positionals } = parseArguments(args, {});
    const write = findShell(positionals);
    const completed = await Promise.all(
      commands.map(async ({ name, summary, help }) => ({ name, summary, flags: flagsIn(await help()) })),
    );
    io.stdout.write(write([...completed, { name: 'help', summary: 'describe a command', flags: [] }]));
    return EXIT.ok;
  };
}

function findShell([shell = '', ...more]: readonly string[]): (commands: readonly Completed[]) => string {
  const names = Object.keys(SHELLS);
  const known = names.join(', ');
  if (shell === '' || more.length > 0) throw new UsageError(`completion needs one shell: ${known}`);
  const write = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
  if (write) return write;
  throw new UsageError(
    `there is no completion for ${shell.slice(0, 80)}${suggest(shell, names)}; it is one of ${known}`,
  );
}

/** The flags that a help text lists. The texts are the one table of flags for people, and a test compares them with the parsers. */
export function flagsIn(help: string): string[] {
  const flags = [...help.matchAll(/^ {2}(--[a-z][a-z-]*)/gm)].map(([, flag = '']) => flag);
  return [...new Set([...flags, '--no-color'])];
}

function writeBash(commands: readonly Completed[]): string {
  const cases = commands.map(({ name, flags }) => `    ${name}) words='${flags.join(' ')}' ;;`);
  return `_conversation_api() {
  local words word="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')} --help --version' -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
    *) COMPREPLY=() ;;
  esac
}
complete -o default -F _conversation_api conversation-api
`;
}

function writeZsh(commands: readonly Completed[]): string {
  const cases = commands.map(({ name, flags }) => `    ${name}) flags=(${flags.join(' ')}) ;;`);
  return `#compdef conversation-api
_conversation_api() {
  local -a commands flags
  commands=(${commands.map(({ name, summary }) => `'${name}:${quoteSingle(summary)}'`).join(' ')})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case "$words[2]" in
${cases.join('\n')}
  esac
  if [[ "$words[CURRENT]" == -* ]]; then compadd -- $flags; else _files; fi
}
compdef _conversation_api conversation-api
`;
}

function writeFish(commands: readonly Completed[]): string {
  const lines = commands.flatMap(({ name, summary, flags }) => [
    `complete -c conversation-api -n __fish_use_subcommand -f -a ${name} -d '${quoteSingle(summary)}'`,
    ...flags.map(
      (flag) => `complete -c conversation-api -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}`,
    ),
  ]);
  return `${lines.join('\n')}\n`;
}

function quoteSingle(text: string): string {
  return text.replaceAll("'", "'\\''");
}
