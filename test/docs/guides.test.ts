import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { buildProject, type Project } from './built-package.ts';
import { guides } from './guide.ts';
import { normalise } from './normalise.ts';
import { composeProgram } from './program.ts';
import { programOf, runGuide } from './run-guide.ts';
import { runNode } from './run-node.ts';

let project: Project;

const blocks = guides.flatMap(({ page, name, examples }) =>
  examples.map((each) => ({ page, name, ...each })),
);
const testFiles = blocks.filter(({ kind }) => kind === 'vitest');

beforeAll(async () => {
  project = await buildProject();
  for (const guide of guides) project.write(`docs/${guide.name}.ts`, composeProgram(programOf(guide)));
  for (const { name, line, code } of testFiles) project.write(`docs/${name}.${line}.test.ts`, code);
});

afterAll(() => project?.remove());

const bin = (path: string) => resolve(repositoryRoot, 'node_modules', path);

describe.concurrent('the code of the guides', () => {
  it('compiles strictly against the types of the package', async () => {
    const { stdout } = await runNode(project, [bin('typescript/bin/tsc'), '--pretty', 'false']);
    expect(stdout).toBe('');
  });

  it.each(guides)('prints what $page shows', async (guide) => {
    const examples = programOf(guide);
    expect(examples).not.toEqual([]);
    const printed = await runGuide(project, guide);
    const place = (line: number) => `${guide.page}:${line}`;
    const shown = examples.map(({ line, shown }) => [place(line), normalise(shown)]);
    const found = examples.map(({ line }) => [place(line), normalise(printed.get(line) ?? 'it was not run')]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(shown));
  });

  it('succeeds if it is a test', async () => {
    expect(testFiles).not.toEqual([]);
    const vitest = [bin('vitest/vitest.mjs'), 'run', '--root', '.', '--reporter', 'tap-flat'];
    const { exitCode, stdout, stderr } = await runNode(project, vitest);
    expect(exitCode, stdout + stderr).toBe(0);
    expect(stdout.match(/^ok /gm)?.length ?? 0).toBeGreaterThanOrEqual(testFiles.length);
  });

  it('is run, except for blocks that say why not', () => {
    const left = blocks.filter(({ kind }) => kind === 'not run').map(({ page, note }) => `${page}: ${note}`);
    expect(left).toEqual([]);
  });
});
