import type { CommandEntry } from '../commands.ts';

/** Printed by `conversation-api --help`. */
export function renderOverview(commands: readonly CommandEntry[]): string {
  const rows = commands.map(({ name, summary }) => `  ${name.padEnd(13)} ${summary}`);
  return `conversation-api checks implementations of the Conversational AI Service API v1
against the contract.

Usage: conversation-api COMMAND [ARGUMENTS]

Commands
${rows.join('\n')}
  help          describe a command: conversation-api help check

Flags
  --help, -h     print this text; after a command, the help of that command
  --version, -V  print the version of this package
  --no-color     print no colours, like NO_COLOR; every command has this flag

Examples
  npx --no conversation-api check recording.sse
  curl -N … | npx --no conversation-api check -
  npx --no conversation-api explain stream.terminal.last
  npx --no conversation-api list stream --level must

Exit codes
  0  conformant, or the command succeeded
  1  nonconformant: a must was violated
  2  an argument or an input is not usable; nothing was judged
  3  incomplete, or there was nothing to judge
  4  the server never answered, or the command failed
`;
}
