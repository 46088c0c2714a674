import { readFileSync } from 'node:fs';

/** Reads a JSON file of the folder `generated`, which stands beside both `src` and `dist`. */
export function readGenerated<Content>(file: string): Content {
  return JSON.parse(readFileSync(new URL(`../../generated/${file}`, import.meta.url), 'utf8')) as Content;
}

/** The version of this package. */
export function readVersion(): string {
  return readGenerated<{ readonly version: string }>('../package.json').version;
}

/** Loads a module of the folder `generated` when it is needed, at once: a judge does not wait. */
export function loadGenerated<Module>(file: string): Module {
  const { createRequire } = process.getBuiltinModule('node:module');
  return createRequire(import.meta.url)(`../../generated/${file}`) as Module;
}
