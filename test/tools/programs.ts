import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The path of a file of a package that this folder installs. @throws Error when it is not installed */
export function toolFile(path: string): string {
  const file = resolve(import.meta.dirname, 'node_modules', path);
  if (!existsSync(file))
    throw new Error(`${file} is not there; \`npm test\` installs the packages of test/tools`);
  return file;
}
