import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { writeCheckFiles } from '../../scripts/build/check-files.ts';
import { buildPrograms } from '../../scripts/build/programs.ts';
import { repositoryRoot, testEnvironment } from '../../scripts/test/environment.ts';

/** The output of a program, and its exit code. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running `conversation-api serve`. */
export interface ServedCommand {
  readonly url: string;
  /** Sends a signal. @returns the exit code and standard error, without the SQLite warning */
  stop(): Promise<{ readonly code: number; readonly stderr: string }>;
}

/** The command as published, which can run on any Node. */
export class BuiltCommand {
  readonly folder = mkdtempSync(join(tmpdir(), 'command-'));
  readonly #file = join(this.folder, 'dist/bin/conversation-api.cjs');

  /** Makes its own build, so that no other build interferes. The package files that it reads are next to it. */
  async build(): Promise<void> {
    mkdirSync(join(this.folder, 'dist'));
    for (const name of ['package.json', 'generated']) {
      symlinkSync(resolve(repositoryRoot, name), join(this.folder, name), 'junction');
    }
    await buildPrograms(join(this.folder, 'dist'));
    writeCheckFiles(join(this.folder, 'dist'));
  }

  /** Removes the compiled code that its runs kept. */
  forget(): void {
    rmSync(join(this.folder, 'node_modules'), { recursive: true, force: true });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  run(node: string, args: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<Ran> {
    const options = { env: { ...testEnvironment(), ...variables } };
    return promisify(execFile)(node, [this.#file, ...args], options).then(
      (said) => ({ code: 0, ...said }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );
  }

  /** Resolves when the command listens. @throws Error with its output, if it ends before */
  async serve(node: string, ...flags: readonly string[]): Promise<ServedCommand> {
    const args = [this.#file, 'serve', '--port', '0', '--log', 'pretty', ...flags];
    const child = spawn(node, args, { env: testEnvironment() });
    child.stdout.resume();
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (piece) => {
      stderr += piece;
    });
    const closed = once(child, 'close');
    while (!stderr.includes('Ctrl-C')) {
      const isOver = await Promise.race([
        closed.then(() => true),
        once(child.stderr, 'data').then(() => false),
      ]);
      if (isOver) throw new Error(`serve ended before it listened: ${stderr}`);
    }
    return {
      url: /listening on (\S+)/.exec(stderr)?.[1] ?? '',
      async stop() {
        child.kill('SIGTERM');
        const [code] = await closed;
        return { code, stderr: withoutWarning(stderr) };
      },
    };
  }
}

/** Removes the warning of Node 22 that its SQLite is experimental. It behaves like that of later versions. */
function withoutWarning(stderr: string): string {
  return stderr.replace(
    /^\(node:\d+\) ExperimentalWarning: SQLite .*\n\(Use `node --trace-warnings .*\n/,
    '',
  );
}
