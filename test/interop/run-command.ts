import { type Outcome, runConfined } from './consumer.ts';

/** The programs that `npx` starts, by the name in their package. */
const programs: Readonly<Record<string, string>> = {
  // Its own program only starts this one, and a confined program cannot start another.
  '@hey-api/openapi-ts': 'node_modules/@hey-api/openapi-ts/dist/run.mjs',
  orval: 'node_modules/orval/dist/bin/orval.mjs',
  'swagger-typescript-api': 'node_modules/swagger-typescript-api/dist/cli.mjs',
};

/** Runs a command of docs/interop.md, `npx --no -- <package> …` or `node <script> …`, in a consumer's folder. */
export function runCommand(root: string, command: string): Promise<Outcome> {
  const [, program = '', ...args] = command.replace(/^npx --no (-- )?/, 'npx ').split(' ');
  const preload = program === 'modelina.mjs' ? ['modelina-remarks.mjs'] : [];
  return runConfined(root, [programs[program] ?? program, ...args], preload);
}

/** Runs two commands at a time, and returns the output of each. */
export async function runCommands(
  root: string,
  commands: readonly string[],
): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  const waiting = [...commands];
  const work = async (): Promise<void> => {
    for (let command = waiting.shift(); command !== undefined; command = waiting.shift()) {
      outcomes.set(command, await runCommand(root, command));
    }
  };
  await Promise.all([work(), work()]);
  return outcomes;
}
