import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { testEnvironment } from '../../../scripts/test/environment.ts';

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string;
  /** Resident memory in bytes, after the garbage was collected. */
  measureMemory(): Promise<number>;
  stop(): Promise<void>;
}

export type BareRole = 'answer' | 'hold' | 'stream';

/** The reference server as `npm run build` made it, the way that a person runs it, on any free port. */
export function startReference(...flags: readonly string[]): Promise<ServerProcess> {
  return start([PROGRAM, 'serve', '--port', '0', '--log', 'none', ...flags]);
}

/** Node's own server, which sends the bytes of a file; see bare-server.cjs. */
export function startBare(role: BareRole, file: string): Promise<ServerProcess> {
  return start([pathOf('./bare-server.cjs'), role, file]);
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
      // What the first collection lets go of is given back to the system by the second.
      for (let count = 0; count < 2; count++) {
        const collected = once(child, 'message');
        child.send('collect');
        await collected;
      }
      return readResidentBytes(child.pid);
    },
    stop,
  };
}

/** What ends a process. It ends with this one too, so that a measurement that fails leaves nothing behind. */
export function stopper(child: ChildProcess): () => Promise<void> {
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const exited = once(child, 'exit').then(() => process.off('exit', kill));
  return async () => {
    kill();
    await exited;
  };
}

/** The address that a server tells on its standard error once it listens. */
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
