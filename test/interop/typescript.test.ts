import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compile, type Diagnostic } from './compile.ts';
import { makeConsumer, type Outcome } from './consumer.ts';
import { runCommands } from './run-command.ts';
import { type TypeScriptRun, typescriptRuns } from './typescript-runs.ts';

const root = makeConsumer();
let outcomes: ReadonlyMap<string, Outcome>;
let diagnostics: readonly Diagnostic[];

const narrowing = readFileSync(resolve(import.meta.dirname, 'narrowing.ts'), 'utf8');
const ownTypes = '../../generated/types.d.ts';

/** Writes the claims about the output of a run, to be compiled with it. */
function writeChecks({ name, streamEvent, losses }: TypeScriptRun): void {
  const output = resolve(root, 'src', name);
  const folder = resolve(root, 'checks', name);
  // If a tool wrote nothing, the compiler reports the missing types.
  for (const path of [output, folder]) mkdirSync(path, { recursive: true });
  writeFileSync(resolve(output, 'stream-event.ts'), streamEvent);
  const narrowed = narrowing.replace(ownTypes, `../../src/${name}/stream-event.ts`);
  writeFileSync(resolve(folder, 'narrowing.ts'), narrowed);
  Object.values(losses).forEach((loss, index) => {
    writeFileSync(resolve(folder, `loss-${index}.ts`), loss);
  });
}

const diagnosticsBelow = (path: string) => diagnostics.filter(({ file }) => file.startsWith(path));

beforeAll(async () => {
  outcomes = await runCommands(
    root,
    typescriptRuns.map(({ command }) => command),
  );
  typescriptRuns.forEach(writeChecks);
  diagnostics = compile(root);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe.each(typescriptRuns)('$name', (run) => {
  it('accepts the contract without a warning', () => {
    const { exitCode, said } = outcomes.get(run.command) ?? { exitCode: 1, said: ['did not run'] };
    expect(said.filter((line) => !run.says.some((usual) => usual.test(line)))).toEqual([]);
    // If a tool has become silent, its warnings may no longer be captured.
    expect(run.says.filter((usual) => !said.some((line) => usual.test(line)))).toEqual([]);
    expect(exitCode).toBe(0);
  });

  it('emits TypeScript that compiles strictly', () => {
    const folder = `src/${run.name}/`;
    const found = diagnosticsBelow(folder);
    const known = found.filter(
      ({ file, code }) =>
        run.unsound?.files.test(file.slice(folder.length)) && run.unsound.codes.includes(code),
    );
    expect(found.filter((diagnostic) => !known.includes(diagnostic))).toEqual([]);
    expect([...new Set(known.map(({ code }) => code))].toSorted()).toEqual(run.unsound?.codes ?? []);
  });

  it('has a union of events that narrows by type, and a question that narrows by kind', () => {
    expect(diagnosticsBelow(`checks/${run.name}/narrowing.ts`)).toEqual([]);
  });

  it.each(Object.keys(run.losses).map((loss, index) => ({ loss, index })))(
    'still loses: $loss',
    ({ index }) => {
      expect(diagnosticsBelow(`checks/${run.name}/loss-${index}.ts`)).toEqual([]);
    },
  );
});

it('no other file has compile errors', () => {
  const known = typescriptRuns.flatMap(({ name }) => [`src/${name}/`, `checks/${name}/`]);
  expect(diagnostics.filter(({ file }) => !known.some((path) => file.startsWith(path)))).toEqual([]);
});
