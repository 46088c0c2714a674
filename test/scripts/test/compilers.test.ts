import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { repositoryRoot } from '../../../scripts/test/environment.ts';

/** One mistake for each option in tsconfig.json that forbids a kind of mistake, with its error code. */
const MISTAKES = [
  { option: 'strict', source: 'export const same = (one) => one;', code: 'TS7006' },
  { option: 'strictNullChecks', source: 'export const n: number = null;', code: 'TS2322' },
  {
    option: 'noUncheckedIndexedAccess',
    source: 'export const first = (all: number[]): number => all[0];',
    code: 'TS2322',
  },
  {
    option: 'exactOptionalPropertyTypes',
    source: 'export const o: { member?: string } = { member: undefined };',
    code: 'TS2375',
  },
  {
    option: 'noImplicitOverride',
    source: 'class Base { run() {} }\nexport class Own extends Base { run() {} }',
    code: 'TS4114',
  },
  {
    option: 'noFallthroughCasesInSwitch',
    source: 'export function f(n: number) { switch (n) { case 1: n = 2; case 2: n = 3; } }',
    code: 'TS7029',
  },
  { option: 'noUnusedLocals', source: 'const unused = 1;', code: 'TS6133' },
  { option: 'noUnusedParameters', source: 'export function f(unused: number) {}', code: 'TS6133' },
  { option: 'erasableSyntaxOnly', source: 'export enum Kind { One }', code: 'TS1294' },
  {
    option: 'verbatimModuleSyntax',
    source: "import { Thing } from './thing.ts';\nexport type Own = Thing;",
    code: 'TS1484',
  },
  {
    option: 'exhaustive unions',
    source:
      "export const f = (x: 'a' | 'b'): 1 => { if (x === 'a') return 1; const n: never = x; return n; };",
    code: 'TS2322',
  },
];

const folder = mkdtempSync(join(tmpdir(), 'compilers-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The lines of a compiler's output, such as `1.ts(1,21): error TS7006`. */
function compile(program: string): string[] {
  const args = [resolve(repositoryRoot, program), '--pretty', 'false', '--project', folder];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return Array.from(stdout.matchAll(/^\S+: error TS\d+/gm), ([line]) => line).sort();
}

it('reports the same mistakes at the same places by the native compiler and by the library', () => {
  MISTAKES.forEach(({ source }, index) => {
    writeFileSync(join(folder, `${index}.ts`), source);
  });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'thing.ts'), 'export interface Thing { readonly name: string }');
  const config = { extends: resolve(repositoryRoot, 'tsconfig.json'), compilerOptions: { types: [] } };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...config, include: ['.'], exclude: [] }));

  const found = compile('node_modules/typescript/bin/tsc');
  expect(found.map((line) => line.replace(/\(.*: error/, ''))).toEqual(
    MISTAKES.map(({ code }, index) => `${index}.ts ${code}`).sort(),
  );
  expect(compile('node_modules/typescript-native/bin/tsc')).toEqual(found);
});
