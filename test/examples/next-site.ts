import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { testEnvironment } from '../../scripts/test/environment.ts';
import { runNode } from '../docs/run-node.ts';
import type { ExampleProject } from './example-project.ts';

/** The command `next`. */
const NEXT = resolve(import.meta.dirname, 'node_modules/next/dist/bin/next');

/** A Next.js site, built from a folder of the project as it would be deployed. */
export class NextSite {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws Error with the output of `next build`, if it fails */
  static async build(project: ExampleProject, path: string): Promise<NextSite> {
    // The packages of the project are links to other folders. Next.js follows links only below its root.
    project.write(join(path, 'next.config.mjs'), "export default { turbopack: { root: '/' } };\n");
    project.write(join(path, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['app'] }));
    const folder = join(project.folder, path);
    const { exitCode, stdout, stderr } = await runNode({ ...project, folder }, [NEXT, 'build']);
    if (exitCode !== 0) throw new Error(`next build ended with ${exitCode}:\n${stdout}${stderr}`);
    return new NextSite(folder);
  }

  /** Starts the site on a free port. @throws Error with its output, if it ends before it listens */
  async start(
    variables: Readonly<Record<string, string>>,
  ): Promise<{ readonly url: string; close(): Promise<void> }> {
    const child = spawn(process.execPath, [NEXT, 'start', '--hostname', '127.0.0.1', '--port', '0'], {
      cwd: this.#folder,
      env: { ...testEnvironment(), ...variables },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
      if (url === undefined) continue;
      child.stdout.resume();
      return {
        url,
        async close() {
          child.kill('SIGTERM');
          await ended;
        },
      };
    }
    throw new Error(`next start ended before it listened:\n${lines.join('\n')}`);
  }
}

/** Options that the example needs in addition to those of `next build`: its imports name files with `.ts`. */
const compilerOptions = { strict: true, allowImportingTsExtensions: true, skipLibCheck: true };
