import { resolve } from 'node:path';

/** The path of a file of a package that this folder installs. */
export function toolFile(path: string): string {
  return resolve(import.meta.dirname, 'node_modules', path);
}
