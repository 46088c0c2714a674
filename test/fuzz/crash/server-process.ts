import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ENTRY = fileURLToPath(new URL('../crash-server.ts', import.meta.url));

/** How much faster than real time its timers run: recovery comes after 300 ms, and an interaction expires after 11 s. */
const TIME_SCALE = 10;

/** A server in a process of its own. */
export interface ServerProcess {
  /** It is about to open its file. @throws when it ended before */
  readonly starting: Promise<void>;
  /** Where it serves. @throws when it ended before, with what it complained of */
  readonly url: Promise<string>;
  /** Ends it in the middle of whatever it does, as `kill -9`. */
  kill(): Promise<void>;
  /** Lets it end by itself, so that what Node has compiled is kept for the next one. */
  stop(): Promise<void>;
  /** What it wrote to its standard error. */
  complaints(): string;
}

/** @param cache directory for what Node compiles, which makes every start after the first one fast */
export function startServer(file: string, cache: string): ServerProcess {
  const child = spawn(process.execPath, [ENTRY, file, String(TIME_SCALE)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
  });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaints += text;
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const starting = Promise.withResolvers<void>();
  const url = Promise.withResolvers<string>();
  lines.on('line', (line) => (line === 'starting' ? starting.resolve() : url.resolve(line)));
  child.once('close', () => {
    const early = new Error(`the server ended before it served: ${complaints || 'it was killed'}`);
    starting.reject(early);
    url.reject(early);
  });
  // Whoever kills it early does not wait for it.
  starting.promise.catch(() => {});
  url.promise.catch(() => {});
  return {
    starting: starting.promise,
    url: url.promise,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      child.stdin.end();
      await exited;
    },
    complaints: () => complaints,
  };
}
