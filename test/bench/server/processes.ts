import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { testEnvironment } from '../../../scripts/test/environment.ts';

/** A server in its own process. */
export interface ServerProcess {
  readonly url: string;
  /** Resident memory in bytes after a garbage collection. */
  measureMemory(): Promise<number>;
  /** Processor time of the process until now, in all its threads. */
  processorMilliseconds(): number;
  stop(): Promise<void>;
}

export type BareRole = 'answer' | 'hold' | 'stream' | 'turn';

/** Starts the built reference server from the command line, on any free port. */
export function startReference(...flags: readonly string[]): Promise<ServerProcess> {
  return start([PROGRAM, 'serve', '--port', '0', '--log', 'none', ...flags]);
}

/** Starts a server on node:http that sends the bytes of a file; see bare-server.cjs. */
export function startBare(role: BareRole, file: string): Promise<ServerProcess> {
  return start([pathOf('./bare-server.cjs'), role, file]);
}

/** Starts the recorder from the command line, on any free port. */
export function startRecorder(...flags: readonly string[]): Promise<ServerProcess> {
  return start([PROGRAM, 'record', '--port', '0', ...flags]);
}

/** Starts a proxy on node:http that only forwards; see bare-proxy.cjs. */
export function startBareProxy(target: string): Promise<ServerProcess> {
  return start([pathOf('./bare-proxy.cjs'), target]);
}

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
export const PROGRAM = pathOf('../../../dist/bin/conversation-api.cjs');
const COLLECTOR = pathOf('./collector.cjs');

async function start(program: readonly string[]): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['--expose-gc', '--require', COLLECTOR, ...program], {
    env: testEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const stop = stopper(child);
  const url = await readUrl(child);
  return {
    url,
    async measureMemory() {
      // The second collection returns the memory freed by the first to the system.
      for (let count = 0; count < 2; count++) {
        const collected = once(child, 'message');
        child.send('collect');
        await collected;
      }
      return readResidentBytes(child.pid);
    },
    processorMilliseconds: () => readProcessorMilliseconds(child.pid),
    stop,
  };
}

/** Returns a function that ends the process. The process also ends when this one exits, so that no failure leaves it behind. */
export function stopper(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): () => Promise<void> {
  const kill = () => child.kill(signal);
  process.once('exit', kill);
  const exited = once(child, 'exit').then(() => process.off('exit', kill));
  return async () => {
    kill();
    await exited;
  };
}

/** Returns the address that a server prints on standard error once it listens. */
export async function readUrl(child: ChildProcess): Promise<string> {
  let said = '';
  for await (const text of (child.stderr ?? []) as AsyncIterable<Buffer>) {
    said += text;
    const [, url] = /listening on (http:\S+)\n/.exec(said) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error(`the server ended before it listened: ${said}`);
}

function readResidentBytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

/** Linux counts processor time in ticks of a hundredth of a second. */
function readProcessorMilliseconds(pid: number | undefined): number {
  const [, rest = ''] = /.*\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  const [user, system] = rest.split(' ').slice(11, 13).map(Number);
  return 10 * ((user ?? 0) + (system ?? 0));
}
