import { readFileSync } from 'node:fs';

/** Reads a JSON file of the folder `generated`, which stands beside both `src` and `dist`. */
export function readGenerated<Content>(file: string): Content {
  return JSON.parse(readFileSync(new URL(`../../generated/${file}`, import.meta.url), 'utf8')) as Content;
}
