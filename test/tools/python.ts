import { existsSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'python');

/** Why the programs in Python cannot run on this machine, if they cannot. */
export const missingPython = existsSync(pythonProgram('python'))
  ? undefined
  : 'the packages are not installed; test/tools/python/requirements.txt says how';

/** The path of a program that these packages install. */
export function pythonProgram(name: string): string {
  return join(folder, '.venv/bin', name);
}

/** The path of a program of this folder. */
export function pythonFile(name: string): string {
  return join(folder, name);
}
