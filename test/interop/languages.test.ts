import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { makeConsumer, type Outcome, runProgram } from './consumer.ts';
import { languages } from './languages.ts';
import { runCommands } from './run-command.ts';

const root = makeConsumer();
let outcomes: ReadonlyMap<string, Outcome>;

/** quicktype names a type by the title of its schema. */
const typeNames = readdirSync(resolve(repositoryRoot, 'generated/schemas'))
  .map((file) => readFileSync(resolve(repositoryRoot, 'generated/schemas', file), 'utf8'))
  .map((schema) => (JSON.parse(schema) as { title: string }).title)
  // The contract names no member of an agent run, so it becomes a map instead of its own type.
  .filter((title) => title !== 'AgentRun')
  .map((title) => title.replace(/(?:^|[ ._])([a-z])/gi, (_, letter: string) => letter.toUpperCase()));

const filesIn = (folder: string) => readdirSync(resolve(root, folder), { withFileTypes: true });

function emittedIn(folder: string): string {
  const files = filesIn(folder).filter((entry) => entry.isFile());
  return files.map(({ name }) => readFileSync(resolve(root, folder, name), 'utf8')).join('\n');
}

/** The number of unclosed braces, including those in comments and strings, where descriptions have them in pairs. */
function openBraces(text: string): number {
  return text.split('{').length - text.split('}').length;
}

function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(resolve(folder, program)));
}

beforeAll(async () => {
  outcomes = await runCommands(
    root,
    languages.map(({ command }) => command),
  );
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe.each(languages)('$name', ({ command, folder, says, declares, merged, compiler, hasBraces }) => {
  it('is written without a warning', () => {
    const { exitCode, said } = outcomes.get(command) ?? { exitCode: 1, said: ['did not run'] };
    expect(said.filter((line) => !says.some((usual) => usual.test(line)))).toEqual([]);
    expect(says.filter((usual) => !said.some((line) => usual.test(line)))).toEqual([]);
    expect(exitCode).toBe(0);
  });

  it('declares a type for each schema', () => {
    const text = emittedIn(folder);
    expect(typeNames.filter((type) => !declares(type).test(text))).toEqual([]);
  });

  it('still loses: the events of `StreamEvent` are merged into one type', () => {
    expect(emittedIn(folder)).toMatch(merged);
  });

  if (hasBraces) {
    it('closes the braces that it opens', () => {
      expect(openBraces(emittedIn(folder))).toBe(0);
    });
  }

  if (compiler !== undefined) {
    const [program, ...args] = compiler;
    it.runIf(isOnPath(program))('compiles', async () => {
      const sources = filesIn(folder).map(({ name }) => name);
      const outcome = await runProgram(resolve(root, folder), program, [...args, ...sources]);
      expect(outcome).toEqual({ exitCode: 0, said: [] });
    });
  }
});
