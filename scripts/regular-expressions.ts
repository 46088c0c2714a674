/**
 * Proves that the time of every regular expression in the products grows no faster than the text: outside text of any length
 * reaches most of them. Prints each that is slower, or that nobody can judge, unless `regular-expressions/accepted.ts` says why
 * it is harmless. Exits 0 when there is none, and 1 otherwise.
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
const problems = findProblems(sources, accepted);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
