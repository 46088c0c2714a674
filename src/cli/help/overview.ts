import type { CommandEntry } from '../commands.ts';

/** Printed by `conversation-api --help`. */
export function renderOverview(commands: readonly CommandEntry[]): string {
  const rows = commands.map(({ name, summary }) => `  ${name.padEnd(11)} ${summary}`);
  return `conversation-api holds implementations of the Conversational AI Service API v1 to its contract.

Usage: conversation-api COMMAND [ARGUMENTS]

Commands
${rows.join('\n')}
  help        describe a command: conversation-api help check

Flags
  --help, -h     this text; after a command, the help of that command
  --version, -V  the version of this package
  --no-color     no colours, as with NO_COLOR in the environment; every command has it

Examples
  conversation-api check recording.sse
  curl -N … | conversation-api check -
  conversation-api explain stream.terminal.exactly-one
  conversation-api list stream --level must

Exit codes
  0  conformant, or the command did what it was asked
  1  nonconformant: a must-requirement was violated
  2  the command line or an input is not usable; nothing was judged
  3  incomplete, or there was nothing to judge
  4  the server never answered, or something broke on our side
`;
}
