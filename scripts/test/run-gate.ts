import { spawn } from 'node:child_process';
import { repositoryRoot, testEnvironment } from './environment.ts';
import type { Gate } from './gates.ts';

export interface GateResult {
  readonly name: string;
  readonly passed: boolean;
  readonly isShown?: boolean | undefined;
  readonly seconds: number;
  /** Standard output and error in the order of arrival. */
  readonly output: string;
}

/** Ends a gate that hangs. The slowest one, the ledger of a large change, takes minutes on two idle cores, and several times as long on slow ones. */
const limitSeconds = 3600;

/** Runs one gate to its end. Never rejects: a program that cannot start is a failed gate with the reason in its output. */
export function runGate(gate: Gate, seconds = limitSeconds): Promise<GateResult> {
  const [program, ...args] = gate.command;
  const started = performance.now();
  const chunks: string[] = [];

  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: repositoryRoot,
      env: { ...testEnvironment(), ...gate.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // On Windows the programs of node_modules/.bin are .cmd files, which only a shell can start.
      shell: process.platform === 'win32',
    });
    const timer = setTimeout(() => {
      chunks.push(`\nstopped after ${seconds} s\n`);
      child.kill('SIGKILL');
      // A child process of the program may keep the pipes open forever.
      child.stdout.destroy();
      child.stderr.destroy();
    }, seconds * 1000);
    const finish = (passed: boolean): void => {
      clearTimeout(timer);
      const elapsed = (performance.now() - started) / 1000;
      const { name, isShown } = gate;
      resolve({ name, passed, isShown, seconds: elapsed, output: chunks.join('') });
    };

    child.stdout.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
    child.on('error', (error) => {
      chunks.push(`cannot run ${program}: ${error.message}\n`);
      finish(false);
    });
    child.on('close', (code) => finish(code === 0));
  });
}

/** Runs at most `width` gates at a time and reports each result when it is available. */
export async function runGates(
  gates: readonly Gate[],
  report: (result: GateResult) => void,
  width: number,
): Promise<readonly GateResult[]> {
  const results: GateResult[] = [];
  const waiting = [...gates];
  const work = async (): Promise<void> => {
    for (let gate = waiting.shift(); gate !== undefined; gate = waiting.shift()) {
      const result = await runGate(gate);
      results.push(result);
      report(result);
    }
  };
  await Promise.all(Array.from({ length: width }, work));
  return results;
}

/** One line for a passed gate; for a failed gate, and for one that is shown, also its whole output. */
export function describeGate({ name, passed, isShown = false, seconds, output }: GateResult): string {
  const line = `${passed ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`;
  return passed && !isShown ? line : `${line}\n${output.trimEnd()}\n`;
}
