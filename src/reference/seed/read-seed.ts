import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { explainSeed, type Seed } from '../../../generated/input-files.js';
import { buildDirectory } from '../directory/directory.ts';
import type { Directory } from '../directory/types.ts';
import { checkSeed } from './check-seed.ts';
import { type ParsedSeed, parseSeed } from './parse-seed.ts';
import { describePlace, SeedError, type SeedProblem } from './problem.ts';
import { resolveTokens } from './resolve-tokens.ts';

/** The maximum number of problems whose lines are looked up. A large file that is not a seed can have millions of problems. */
const MOST_LOCATED = 100;

/**
 * Reads a seed in YAML or JSON, checks it against spec/formats/seed.schema.json and follows its references.
 *
 * @param name the name of the seed in messages, usually its path. Files of tokens are relative to its folder
 * @param environment holds the tokens that the seed names by a variable
 * @throws SeedError with one line for each of the first ten problems, and the number of the others
 */
export function readSeed(
  text: string,
  name: string,
  environment: NodeJS.ProcessEnv = process.env,
): Directory {
  const parsed = parseSeed(text, name);
  // The references can be followed only after the schema has confirmed the structure.
  refuse(explainSeed(parsed.value), parsed, name);
  const problems: SeedProblem[] = [];
  const readFile = (path: string) => readFileSync(resolve(dirname(name), path), 'utf8');
  const seed = resolveTokens(parsed.value as Seed, { environment, readFile }, problems);
  refuse(problems.length > 0 ? problems : checkSeed(seed), parsed, name);
  return buildDirectory(seed);
}

function refuse(problems: readonly SeedProblem[], { lineOf }: ParsedSeed, name: string): void {
  if (problems.length === 0) return;
  const located = problems
    .slice(0, MOST_LOCATED)
    .map(({ pointer, message }) => ({ line: lineOf(pointer), text: `${describePlace(pointer)} ${message}` }))
    .sort((a, b) => a.line - b.line);
  const left = problems.slice(MOST_LOCATED).map(({ message }) => message);
  throw new SeedError([...located.map(({ line, text }) => `${name}:${line}: ${text}`), ...left]);
}
