import type { Command } from './io.ts';

export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<Command>;
  help(): Promise<string>;
}

/** Every command, in the order of the help. A command and its help are loaded on demand, which keeps the start fast. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'check',
    summary: 'judge a live server, or recorded streams and exchanges',
    load: async () => (await import('./check.ts')).check,
    help: async () => (await import('./help/check.ts')).CHECK_HELP,
  },
  {
    name: 'check-client',
    summary: 'judge a client, by journeys against a server of this package',
    load: async () => (await import('./check-client.ts')).checkClient,
    help: async () => (await import('./help/check-client.ts')).CHECK_CLIENT_HELP,
  },
  {
    name: 'init-client',
    summary: 'write a driver to fill in, for check-client',
    load: async () => (await import('./init-client.ts')).initClient,
    help: async () => (await import('./help/init-client.ts')).INIT_CLIENT_HELP,
  },
  {
    name: 'init',
    summary: 'write a first profile of a live server, for check',
    load: async () => (await import('./init.ts')).init,
    help: async () => (await import('./help/init.ts')).INIT_HELP,
  },
  {
    name: 'serve',
    summary: 'run a complete server of the contract, to test clients against',
    load: async () => (await import('./serve.ts')).serve,
    help: async () => (await import('./help/serve.ts')).SERVE_HELP,
  },
  {
    name: 'snapshot',
    summary: 'copy the data of a server, also while it runs',
    load: async () => (await import('./snapshot.ts')).snapshot,
    help: async () => (await import('./help/snapshot.ts')).SNAPSHOT_HELP,
  },
  {
    name: 'rig',
    summary: 'run a model provider and a connector that follow scripts',
    load: async () => (await import('./rig.ts')).rig,
    help: async () => (await import('./help/rig.ts')).RIG_HELP,
  },
  {
    name: 'record',
    summary: 'record and judge the traffic between clients and a live server',
    load: async () => (await import('./record.ts')).record,
    help: async () => (await import('./help/record.ts')).RECORD_HELP,
  },
  {
    name: 'explain',
    summary: 'describe a requirement, an open point, a check or a failure',
    load: async () => (await import('./explain.ts')).explain,
    help: async () => (await import('./help/explain.ts')).EXPLAIN_HELP,
  },
  {
    name: 'list',
    summary: 'list the requirements, statements or open points',
    load: async () => (await import('./list.ts')).list,
    help: async () => (await import('./help/list.ts')).LIST_HELP,
  },
  {
    name: 'diff',
    summary: 'show what changed between two reports',
    load: async () => (await import('./diff.ts')).diff,
    help: async () => (await import('./help/diff.ts')).DIFF_HELP,
  },
  {
    name: 'history',
    summary: 'show what changed over the runs of --remember',
    load: async () => (await import('./history.ts')).history,
    help: async () => (await import('./help/history.ts')).HISTORY_HELP,
  },
  {
    name: 'merge',
    summary: 'join the reports of the parts of a run, or of recordings',
    load: async () => (await import('./merge.ts')).merge,
    help: async () => (await import('./help/merge.ts')).MERGE_HELP,
  },
];

/** @throws UsageError that suggests the nearest command when there is none of this name */
export async function findCommand(name: string): Promise<CommandEntry> {
  const command = COMMANDS.find((entry) => entry.name === name);
  if (command) return command;
  const { suggest, UsageError } = await import('./arguments.ts');
  const known = COMMANDS.map((entry) => entry.name);
  const kind = name.startsWith('-') ? 'flag' : 'command';
  throw new UsageError(
    `there is no ${kind} ${name}${suggest(name, [...known, '--help', '--version'])}; see conversation-api --help`,
  );
}
