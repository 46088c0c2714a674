/**
 * Proves that the time of every regular expression in the products is linear in the text, because outside text of any length
 * reaches most of them. Prints each expression that is slower or cannot be judged, unless `regular-expressions/accepted.ts` explains why
 * it is harmless. Exits 0 if there is none, and 1 otherwise.
 */
import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import { accepted } from './regular-expressions/accepted.ts';
import { findProblems } from './regular-expressions/find-problems.ts';
import { repositoryRoot } from './test/environment.ts';

const files = globSync(['src/**/*.ts', 'generated/*.js', 'portal/elements/**/*.ts'], { cwd: repositoryRoot });
const sources = files
  .sort()
  .map((file) => ({ file, text: readFileSync(`${repositoryRoot}/${file}`, 'utf8') }));
const problems = await findProblems(sources, accepted);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
