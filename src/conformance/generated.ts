import { readFileSync } from 'node:fs';

/** Reads a JSON file in the folder `generated`, which is next to `src` and `dist`. */
export function readGenerated<Content>(file: string): Content {
  return JSON.parse(readFileSync(new URL(`../../generated/${file}`, import.meta.url), 'utf8')) as Content;
}

/** The version of this package. */
export function readVersion(): string {
  return readGenerated<{ readonly version: string }>('../package.json').version;
}

/** Where the build puts what `generated` has compiled, as CommonJS: jest cannot require modules. */
declare const COMPILED: string | undefined;

/** Loads a module in the folder `generated` synchronously, since judging is synchronous. */
export function loadGenerated<Module>(file: string): Module {
  const { createRequire } = process.getBuiltinModule('node:module');
  const folder = typeof COMPILED === 'undefined' ? '../../generated' : COMPILED;
  return createRequire(import.meta.url)(`${folder}/${file}`) as Module;
}
