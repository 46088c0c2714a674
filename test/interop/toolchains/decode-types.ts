/**
 * `node decode-types.ts <module> [access]`: the types of a module "decode" a value by accepting it as a literal. Prints a line for
 * each item of corpus.jsonl, like the programs of other languages. `access` says how the module names a type.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';
import { strictOptions } from '../compile.ts';
import type { Item } from './corpus.ts';

const [module = '', access = 'types.__TYPE__'] = process.argv.slice(2);
const checks = 'decode-types-checks.ts';

const lines = readFileSync('corpus.jsonl', 'utf8').trimEnd().split('\n');
const items = lines.map((line) => JSON.parse(line) as Item);
const literals = items.map(
  ({ type, value }, index) =>
    `export const v${index}: ${access.replace('__TYPE__', type)} = ${JSON.stringify(value)};`,
);
// The import is the first line, so item n is on line n + 1, counted from zero.
writeFileSync(checks, [`import type * as types from './${module}';`, ...literals].join('\n'));

const program = ts.createProgram([checks], strictOptions);
const file = program.getSourceFile(checks);
if (file === undefined) throw new Error(`${checks} was not compiled`);
const errors = new Map<number, string>();
for (const { start, messageText } of [
  ...program.getSyntacticDiagnostics(file),
  ...program.getSemanticDiagnostics(file),
]) {
  const { line } = file.getLineAndCharacterOfPosition(start ?? 0);
  if (!errors.has(line)) errors.set(line, ts.flattenDiagnosticMessageText(messageText, ' '));
}

const unreadable = errors.get(0);
items.forEach(({ id, kind, value }, index) => {
  const error = (unreadable ?? errors.get(index + 1))?.replace(/\s+/g, ' ').slice(0, 300);
  console.log(JSON.stringify(error === undefined ? { id, kind, value } : { id, kind, error }));
});
