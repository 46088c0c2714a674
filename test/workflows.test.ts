import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import manifest from '../package.json' with { type: 'json' };
import { repositoryRoot, testEnvironment } from '../scripts/test/environment.ts';
import { lintWorkflow } from './tools/actionlint.ts';

const workflows = globSync('{.github/workflows,docs/at-scale}/*.yml', { cwd: repositoryRoot });
const textOf = (file: string) => readFileSync(resolve(repositoryRoot, file), 'utf8');

/** Files that run with the rights of this repository or of repositories that use the action. */
const OURS = ['action.yml', ...workflows.filter((file) => file.startsWith('.github'))];
const DIGEST = /@[0-9a-f]{40} # (v\d+)\.\d+\.\d+$/gm;

/** A workflow with versions of its actions in place of digests, since actionlint knows only the inputs of versions. */
const lintable = (file: string) => textOf(file).replaceAll(DIGEST, '@$1');

interface Action {
  readonly name: string;
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly object[] };
}

/** The steps of the action as a workflow with the same inputs, because actionlint does not read `action.yml`. */
function asWorkflow({ name, inputs, runs }: Action): string {
  const typed = Object.entries(inputs).map(([input, given]) => [input, { ...given, type: 'string' }]);
  return stringify({
    name,
    on: { workflow_call: { inputs: Object.fromEntries(typed) } },
    jobs: { action: { 'runs-on': 'ubuntu-latest', steps: runs.steps } },
  });
}

it.each(OURS)('%s pins each third-party action to the digest of its commit, which cannot move', (file) => {
  const uses = textOf(file).match(/\buses: .*$/gm) ?? [];
  expect(uses.length).toBeGreaterThan(0);
  for (const use of uses) expect(use).toMatch(new RegExp(DIGEST, 'm'));
});

it.each(workflows)('actionlint has no remark about %s', async (file) => {
  expect(await lintWorkflow(lintable(file), file)).toEqual([]);
});

it('actionlint has no remark about the steps of action.yml, which are composite and name their shell', async () => {
  const action = parse(lintable('action.yml')) as Action;
  expect(action.runs.using).toBe('composite');
  for (const step of action.runs.steps) if ('run' in step) expect(step).toHaveProperty('shell', 'bash');
  expect(await lintWorkflow(asWorkflow(action), 'action.yml')).toEqual([]);
});

it.each([
  ['action.yml', 'inputs.url ', 'inputs.ulr ', /property "ulr" is not defined/],
  ['action.yml', 'node-version:', 'node-versoin:', /input "node-versoin" is not defined in action/],
  ['action.yml', 'shell: bash', 'shel: bash', /unexpected key "shel"/],
  ['.github/workflows/release.yml', 'github.token', 'github.tokne', /property "tokne" is not defined/],
  ['.github/workflows/release.yml', 'id-token: write', 'id-tokne: write', /unknown permission scope/],
])('actionlint finds in %s that "%s" was written as "%s"', async (file, right, wrong, remark) => {
  const text = lintable(file).replace(right, wrong);
  expect(text).not.toBe(lintable(file));
  const workflow = file === 'action.yml' ? asWorkflow(parse(text) as Action) : text;
  expect(await lintWorkflow(workflow, file)).toEqual([expect.stringMatching(remark)]);
});

interface Release {
  readonly jobs: {
    readonly publish: { readonly steps: readonly { readonly name?: string; readonly run?: string }[] };
  };
}

/** Runs the named step of the release in bash, as GitHub does. @returns its output and its exit code */
async function runReleaseStep(start: string, variables: Readonly<Record<string, string>>) {
  const { jobs } = parse(textOf('.github/workflows/release.yml')) as Release;
  const run = jobs.publish.steps.find(({ name }) => name?.startsWith(start))?.run ?? '';
  expect(run).not.toBe('');
  const options = { cwd: repositoryRoot, env: { ...testEnvironment(), ...variables } };
  return promisify(execFile)('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], options).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }) => ({ code, stdout }),
  );
}

it('a release stops when the tag is not the version', async () => {
  expect(await runReleaseStep('The tag names', { GITHUB_REF_NAME: 'v0.0.0' })).toEqual({
    code: 1,
    stdout: `::error::the tag is v0.0.0, and package.json has the version ${manifest.version}\n`,
  });
});

it('a release stops when package.json does not name the repository', async () => {
  const elsewhere = { GITHUB_SERVER_URL: 'https://github.example', GITHUB_REPOSITORY: 'owner/name' };
  const { code, stdout } = await runReleaseStep('package.json names', elsewhere);
  expect(code).toBe(1);
  expect(stdout).toContain('set it to git+https://github.example/owner/name.git');
});
