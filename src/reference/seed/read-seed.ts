import { explainSeed, type Seed } from '../../../generated/input-files.js';
import { buildDirectory } from '../directory/directory.ts';
import type { Directory } from '../directory/types.ts';
import { checkSeed } from './check-seed.ts';
import { type ParsedSeed, parseSeed } from './parse-seed.ts';
import { describePlace, type SeedProblem } from './place.ts';
import { SeedError } from './seed-error.ts';

/** Problems whose lines are looked up. A large seed that is no seed at all has millions. */
const MOST_LOCATED = 100;

/**
 * Reads a seed: YAML or JSON as spec/formats/seed.schema.json describes it, in which every reference leads to something.
 *
 * @param name of the seed, for messages; the path of its file
 * @throws SeedError with one line for each problem, ten at most and how many more there are
 */
export function readSeed(text: string, name: string): Directory {
  const parsed = parseSeed(text, name);
  // References are followed only where the schema has said that there are some.
  refuse(explainSeed(parsed.value), parsed, name);
  const seed = parsed.value as Seed;
  refuse(checkSeed(seed), parsed, name);
  return buildDirectory(seed);
}

function refuse(problems: readonly SeedProblem[], { lineOf }: ParsedSeed, name: string): void {
  if (problems.length === 0) return;
  const located = problems
    .slice(0, MOST_LOCATED)
    .map(({ pointer, message }) => ({ line: lineOf(pointer), told: `${describePlace(pointer)} ${message}` }))
    .sort((a, b) => a.line - b.line);
  const left = problems.slice(MOST_LOCATED).map(({ message }) => message);
  throw new SeedError([...located.map(({ line, told }) => `${name}:${line}: ${told}`), ...left]);
}
