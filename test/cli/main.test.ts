import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { recording } from './workspace.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

function run(args: readonly string[], nodeFlags: readonly string[] = []) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...nodeFlags, MAIN, ...args], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: undefined, FORCE_COLOR: undefined },
  });
  return { status, stdout, stderr };
}

/** Makes a process report another version of Node.js. */
function pretend(version: string): string[] {
  const script = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  return ['--import', `data:text/javascript,${encodeURIComponent(script)}`];
}

describe('on another Node.js', () => {
  it.each(['18.20.4', '20.19.0', '22.15.1'])('%s, it names the required version in one line', (version) => {
    expect(run(['--version'], pretend(version))).toEqual({
      status: 2,
      stdout: '',
      stderr: `conversation-api needs Node.js 22.16 or later; this is ${version}\n`,
    });
  });

  it.each(['22.16.0', '24.0.0'])('%s, it works', (version) => {
    expect(run(['--version'], pretend(version)).status).toBe(0);
  });
});

it('judges a file as a process, without colours in a pipe', () => {
  const { status, stdout, stderr } = run(['check', recording('broken/two-terminals.sse')]);
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  expect(stdout).toContain('stream.terminal.exactly-one');
  expect(stdout).not.toContain('\u001b');
});

it('keeps the exit code of the verdict when the reader of its output has closed the pipe', async () => {
  const child = spawn(process.execPath, [MAIN, 'check', recording('broken/two-terminals.sse')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.on('data', (piece) => {
    stderr += piece;
  });
  const [code, signal] = await once(child, 'close');
  expect({ code, signal, stderr }).toEqual({ code: 1, signal: null, stderr: '' });
});

it('stops at its limit even if standard input stays open', async () => {
  const child = spawn(process.execPath, [MAIN, 'check', '-', '--max-input-bytes', '10'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.write('event: ping\ndata: {"ts":1}\n\n'.repeat(1000));
  const [code] = await once(child, 'exit');
  child.stdin.destroy();
  expect(code).toBe(3);
});
