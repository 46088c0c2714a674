import type { Command } from './io.ts';

export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<Command>;
  help(): Promise<string>;
}

/** Every command. Each is loaded when it is asked for, and not before. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'check',
    summary: 'judge recorded streams and exchanges against the contract',
    load: async () => (await import('./check.ts')).check,
    help: async () => (await import('./check.help.ts')).CHECK_HELP,
  },
  {
    name: 'serve',
    summary: 'run a complete server of the contract, to develop and test clients against',
    load: async () => (await import('./serve.ts')).serve,
    help: async () => (await import('./serve.help.ts')).SERVE_HELP,
  },
  {
    name: 'explain',
    summary: 'tell what a requirement, a statement or an open point is about',
    load: async () => (await import('./explain.ts')).explain,
    help: async () => (await import('./explain.help.ts')).EXPLAIN_HELP,
  },
  {
    name: 'list',
    summary: 'list the requirements',
    load: async () => (await import('./list.ts')).list,
    help: async () => (await import('./list.help.ts')).LIST_HELP,
  },
];

/** @throws UsageError that suggests the nearest, when there is no such command */
export async function findCommand(name: string): Promise<CommandEntry> {
  const command = COMMANDS.find((entry) => entry.name === name);
  if (command) return command;
  const { UsageError } = await import('./usage-error.ts');
  const { suggest } = await import('./arguments.ts');
  const known = COMMANDS.map((entry) => entry.name);
  const kind = name.startsWith('-') ? 'flag' : 'command';
  throw new UsageError(
    `there is no ${kind} ${name}${suggest(name, [...known, '--help', '--version'])}; see conversation-api --help`,
  );
}
