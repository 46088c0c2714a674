import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ENTRY = fileURLToPath(new URL('../crash-server.ts', import.meta.url));

/** At this scale, recovery takes place after 300 ms, and an interaction expires after 11 s. */
const TIME_SCALE = 10;

/** A server in its own process. */
export interface ServerProcess {
  /** Resolves just before the server opens its file. @throws if it ended before */
  readonly starting: Promise<void>;
  /** The address of the server, once it listens. @throws with its standard error if it ended before */
  readonly url: Promise<string>;
  /** Ends the server at once, like `kill -9`. */
  kill(): Promise<void>;
  /** Lets the server exit normally, so that Node saves its compile cache. */
  stop(): Promise<void>;
  /** The standard error of the server so far. */
  complaints(): string;
}

/** @param cache directory for Node's compile cache, which makes later starts fast */
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
  // A test that kills the server early does not await these promises.
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
