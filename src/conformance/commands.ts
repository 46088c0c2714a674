/**
 * How every text of this package calls its command. `--no` keeps npx from fetching a package of this name from a registry; it runs what
 * the project, the clone or the machine has installed.
 */
export const PROGRAM = 'npx --no conversation-api';

/** The commands that messages and reports print. Each runs as it is printed, and a test runs them all. */
export const COMMAND = {
  explain: (id: string) => commandLine('explain', id),
  list: (...flags: readonly string[]) => commandLine('list', ...flags),
  checkFiles: (path: string) => commandLine('check', path),
  /** @param flags what else the run needs, such as `--profile profile.yaml` */
  checkTarget: (url: string, flags: readonly string[] = []) => commandLine('check', url, ...flags),
  /** @param driver the command of the driver */
  checkClient: (flags: readonly string[], driver: readonly string[]) =>
    commandLine('check-client', ...flags, '--', ...driver),
  planProfile: (profile: string) => commandLine('check', '--profile', profile, '--plan'),
} as const;

function commandLine(...words: readonly string[]): string {
  return [PROGRAM, ...words.map(quote)].join(' ');
}

/** Quotes text as one word for a POSIX shell. */
export function quote(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", "'\\''")}'`;
}
