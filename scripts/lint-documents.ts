/**
 * Lints the sources and bundles of the contract's documents with the rules of redocly.yaml. Unlike the linter, it also fails on a
 * warning about a document or about the configuration. Exits 0 when nothing is reported, and 1 otherwise.
 */
import { spawnSync } from 'node:child_process';
import { repositoryRoot, testEnvironment } from './test/environment.ts';

const documents = [
  'spec/openapi/openapi.yaml',
  'spec/asyncapi/asyncapi.yaml',
  'generated/openapi.json',
  'generated/openapi-3.2.json',
  'generated/asyncapi.json',
];

const { status, stdout, stderr } = spawnSync(
  process.execPath,
  ['node_modules/@redocly/cli/bin/cli.js', 'lint', ...documents, '--format=stylish', '--max-problems=1000'],
  { cwd: repositoryRoot, env: testEnvironment(), encoding: 'utf8' },
);
const said = `${stdout}${stderr}`;
const unlinted = documents.filter((path) => !said.includes(`${path}: validated in`));

if (status !== 0 || /\bwarn(ing)?s?\b/i.test(said) || unlinted.length > 0) {
  console.error(said);
  for (const path of unlinted) console.error(`${path} was not linted`);
  process.exitCode = 1;
}
