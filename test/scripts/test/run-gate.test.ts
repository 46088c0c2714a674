import { describe, expect, it } from 'vitest';
import type { Gate } from '../../../scripts/test/gates.ts';
import { describeGate, type GateResult, runGate, runGates } from '../../../scripts/test/run-gate.ts';

const script = (name: string, code: string): Gate => ({ name, command: ['node', '-e', code] });

describe('runGate', () => {
  it('passes a command that succeeds', async () => {
    const result = await runGate(script('fine', 'console.log("all well")'));
    expect(result).toMatchObject({ name: 'fine', passed: true, output: 'all well\n' });
  });

  it('fails a command with a nonzero exit code, and keeps the output of both streams', async () => {
    const result = await runGate(
      script('red', 'console.log("out"); console.error("err"); process.exitCode = 3'),
    );
    expect(result.passed).toBe(false);
    expect(result.output).toContain('out\n');
    expect(result.output).toContain('err\n');
  });

  it('fails a program that does not exist, and names it', async () => {
    const result = await runGate({ name: 'absent', command: ['no-such-program-anywhere'] });
    expect(result.passed).toBe(false);
    expect(result.output).toContain('no-such-program-anywhere');
  });

  it('stops and fails a command that exceeds its time', async () => {
    const result = await runGate(script('hangs', 'setInterval(() => {}, 1000)'), 0.2);
    expect(result.passed).toBe(false);
    expect(result.output).toContain('stopped after 0.2 s');
  });

  it('fails a command that kills itself with a signal', async () => {
    const result = await runGate(script('crash', 'process.kill(process.pid, "SIGKILL")'));
    expect(result.passed).toBe(false);
  });

  it('runs without colours, even when the caller asks for them', async () => {
    const result = await runGate(
      script('plain', 'console.log(process.env.NO_COLOR, process.env.FORCE_COLOR)'),
    );
    expect(result.output).toBe('1 undefined\n');
  });

  it('sets the variables of the gate', async () => {
    const { name, command } = script('abroad', 'console.log(process.env.TZ, process.env.CI)');
    const result = await runGate({ name, command, env: { TZ: 'Pacific/Auckland' } });
    expect(result.output).toBe('Pacific/Auckland true\n');
  });
});

it('runGates runs every gate and reports each result once', async () => {
  const gates = [script('a', ''), script('b', 'process.exitCode = 1'), script('c', '')];
  const reported: string[] = [];
  const results = await runGates(gates, ({ name }) => reported.push(name), 2);
  expect(reported.toSorted()).toEqual(['a', 'b', 'c']);
  expect(results.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual(['b']);
});

describe('describeGate', () => {
  const result: GateResult = { name: 'types', passed: true, seconds: 1.23, output: 'a.ts(1,1): error\n' };

  it('prints one line for a passed gate, with its duration', () => {
    expect(describeGate(result)).toBe('ok   types (1.2 s)');
  });

  it('also prints the output of a passed gate that is shown', () => {
    expect(describeGate({ ...result, isShown: true })).toBe('ok   types (1.2 s)\na.ts(1,1): error\n');
  });

  it('also prints the output of a failed gate', () => {
    expect(describeGate({ ...result, passed: false })).toBe('FAIL types (1.2 s)\na.ts(1,1): error\n');
  });
});
