import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program that is ready. */
export interface StartedProgram {
  /** The output that showed it. */
  readonly words: string;
  /** Ends it and everything that it started. */
  stop(): Promise<unknown>;
}

/** Starts a program and waits for words in its output. @throws Error if it ends before */
export function startProgram(
  [command, ...args]: readonly [string, ...string[]],
  ready: RegExp,
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<StartedProgram> {
  const child = spawn(command, args, {
    ...options,
    env: { ...process.env, ...options.env },
    // A separate group, since some programs leave a server running.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const stop = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    return closed;
  };
  const { promise, resolve, reject } = Promise.withResolvers<StartedProgram>();
  let output = '';
  const read = (bytes: Buffer) => {
    output += bytes;
    const [words] = ready.exec(output) ?? [];
    if (words !== undefined) resolve({ words, stop });
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  closed.then(() => reject(new Error(`${command} ended before it was ready: ${output}`)), reject);
  return promise;
}
