import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { testEnvironment } from '../../scripts/test/environment.ts';
import type { Project } from './built-package.ts';

/** How a program ended, and what it wrote. */
export interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a Node program in the project. */
export function runNode({ folder }: Project, args: readonly string[]): Promise<Ended> {
  const env = { ...testEnvironment(), NODE_NO_WARNINGS: '1' };
  return promisify(execFile)(process.execPath, args, { cwd: folder, env }).then(
    ({ stdout, stderr }) => ({ exitCode: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ exitCode: code, stdout, stderr }),
  );
}
