import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type ReferenceServer, startReferenceServer } from '../../src/alterations/index.ts';
import { makeWorkspace } from './workspace.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: {
    readonly steps: readonly {
      readonly shell?: string;
      readonly run?: string;
      readonly env?: Record<string, string>;
    }[];
  };
}

const action = parse(readFileSync(`${ROOT}/action.yml`, 'utf8')) as Action;
const workspace = makeWorkspace();

let server: ReferenceServer;
beforeAll(async () => {
  server = await startReferenceServer();
  mkdirSync(workspace.path('work space'));
  workspace.write(
    'work space/known failures.yaml',
    'known_failures: [{ id: stream.terminal.last, reason: TICKET-1, expires: 2999-12-31 }]',
  );
  // The test neither installs anything nor contacts a registry: both programs only record their arguments.
  for (const name of ['npm', 'npx']) {
    const calls = workspace.path(`${name}.calls`);
    chmodSync(workspace.write(`bin/${name}`, `#!/bin/sh\necho "$PWD $*" >> '${calls}'\n`), 0o755);
  }
});
afterAll(() => server.close());

/** Runs the steps as GitHub does: `bash --noprofile --norc -eo pipefail FILE` in the workspace, until one fails. */
async function runAction(given: Readonly<Record<string, string>>): Promise<{ code: number; output: string }> {
  const inputs: Record<string, string> = Object.fromEntries(
    Object.entries(action.inputs).map(([name, input]) => [name, given[name] ?? input.default]),
  );
  let output = '';
  for (const [index, { shell, run, env = {} }] of action.runs.steps.entries()) {
    if (run === undefined) continue;
    expect(shell).toBe('bash');
    const file = workspace.write(`step-${index}.sh`, run);
    const expanded = Object.entries(env).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{\{ *inputs\.(\w+) *\}\}/g, (_, input: string) => inputs[input] ?? ''),
    ]);
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', file], {
      cwd: workspace.path('work space'),
      env: {
        PATH: `${workspace.path('bin')}:${dirname(process.execPath)}:${process.env.PATH}`,
        HOME: workspace.root,
        CI: 'true',
        GITHUB_ACTIONS: 'true',
        GITHUB_ACTION_PATH: ROOT,
        GITHUB_WORKSPACE: workspace.path('work space'),
        RUNNER_TEMP: workspace.root,
        GITHUB_STEP_SUMMARY: workspace.path('summary.md'),
        CONVERSATION_API_TOKEN: 'harbor-main',
        ...Object.fromEntries(expanded),
      },
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += bytes));
    const [code] = await once(child, 'close');
    if (code !== 0) return { code, output };
  }
  return { code: 0, output };
}

describe('the step of GitHub Actions', () => {
  it('judges a server from its own checkout, without asking a registry for the command', async () => {
    const { code, output } = await runAction({
      url: server.url,
      flags: '--fast --only\nchats.name.at-most-200\n--reporter html=more.html',
      output: 'a report.xml',
    });
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('conformant') });
    expect(readFileSync(workspace.path('work space/a report.xml'), 'utf8')).toMatch(/<testsuites? /);
    expect(readFileSync(workspace.path('work space/more.html'), 'utf8')).toMatch(/^<!doctype html>/i);
    expect(readFileSync(workspace.path('npm.calls'), 'utf8')).toMatch(
      new RegExp(`^${ROOT} ci --ignore-scripts .*\n$`),
    );
    expect(existsSync(workspace.path('npx.calls'))).toBe(false);
  });

  it('writes annotations, JUnit, a summary of the step and further reports at once, of a server that fails', async () => {
    const broken = await startReferenceServer({
      log: 'none',
      breakages: ['chats.name.at-most-200/createChat:name/trimmed-to-limit'],
    });
    rmSync(workspace.path('summary.md'), { force: true });
    const { code, output } = await runAction({
      url: broken.url,
      reporter: 'json=all of it.json',
      flags: '--only chats.name.at-most-200 --known-failures "known failures.yaml"',
    }).finally(() => broken.close());
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(/^::error title=chats\.name\.at-most-200::/m),
    });
    expect(readFileSync(workspace.path('work space/conformance.xml'), 'utf8')).toContain('<failure');
    expect(JSON.parse(readFileSync(workspace.path('work space/all of it.json'), 'utf8'))).toMatchObject({
      knownFailures: { unseen: [{ id: 'stream.terminal.last' }] },
    });
    // Every line is in a block of code, so that nothing from the target is read as Markdown.
    const summary = readFileSync(workspace.path('summary.md'), 'utf8').trimEnd();
    expect(summary).toMatch(/^\n {4}✗ http.* nonconformant/);
    expect(summary).toContain('      Failures: chats');
    expect(summary.split('\n').filter((line) => !line.startsWith('    '))).toEqual(['']);
  });

  it('names a quote that does not end', async () => {
    const { code, output } = await runAction({ url: server.url, flags: '--only "chats' });
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(/xargs: .*unmatched double quote/),
    });
  });

  it('fails with the exit code of the command, and executes no input as a command', async () => {
    const { code, output } = await runAction({ url: server.url, flags: '--only $(id>hacked) *' });
    expect({ code, output }).toEqual({
      code: 2,
      output: expect.stringContaining('check takes either one URL or files'),
    });
    expect(existsSync(workspace.path('work space/hacked'))).toBe(false);
  });
});
