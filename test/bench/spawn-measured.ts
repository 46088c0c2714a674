import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROBE = fileURLToPath(new URL('./peak-memory.cjs', import.meta.url));

/** The output of a program, and the resources it used. */
export interface Measured {
  /** Null if a signal ended the program. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Peak resident memory in MiB. NaN if the program ended before measuring it. */
  readonly mebibytes: number;
  /** Processor time in seconds. NaN if the program ended before measuring it. */
  readonly seconds: number;
}

export interface MeasuredProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<Measured>;
}

interface MeasuredOptions extends Pick<SpawnOptions, 'cwd' | 'env' | 'timeout'> {
  /** Opens standard input, or a channel for messages. */
  readonly opens?: 'stdin' | 'channel';
}

/** Starts a Node program that reports its peak resident memory and processor time when it ends. */
export function spawnMeasured(
  args: readonly string[],
  { opens, ...options }: MeasuredOptions = {},
): MeasuredProcess {
  const child = spawn(process.execPath, ['--require', PROBE, ...args], {
    ...options,
    stdio: [
      opens === 'stdin' ? 'pipe' : 'ignore',
      'pipe',
      'pipe',
      'pipe',
      ...(opens === 'channel' ? (['ipc'] as const) : []),
    ],
  });
  const [, stdout, stderr, report] = [0, 1, 2, 3].map((descriptor) => collect(child, descriptor));
  const ended = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    stdout: stdout?.() ?? '',
    stderr: stderr?.() ?? '',
    ...read(report?.() ?? ''),
  }));
  return { child, ended };
}

/** Reads everything that a program writes to a descriptor. */
function collect({ stdio }: ChildProcess, descriptor: number): () => string {
  const pieces: Buffer[] = [];
  const stream = stdio[descriptor];
  if (stream && 'read' in stream) stream.on('data', (piece) => pieces.push(piece));
  return () => Buffer.concat(pieces).toString();
}

function read(report: string): Pick<Measured, 'mebibytes' | 'seconds'> {
  if (report === '') return { mebibytes: Number.NaN, seconds: Number.NaN };
  const { kibibytes, microseconds } = JSON.parse(report) as { kibibytes: number; microseconds: number };
  return { mebibytes: kibibytes / 1024, seconds: microseconds / 1e6 };
}
