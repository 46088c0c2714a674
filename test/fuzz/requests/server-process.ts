import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const ENTRY = fileURLToPath(new URL('../request-server.ts', import.meta.url));

/** In bytes, after a garbage collection. */
export interface Memory {
  readonly rss: number;
  readonly heapUsed: number;
}

export type FromServer =
  | { readonly type: 'serving'; readonly port: number }
  | ({ readonly type: 'memory' } & Memory);

export interface ToServer {
  readonly ask: 'memory';
}

/** A server in a process of its own, so that its end is seen and not shared. */
export interface AttackedServer {
  readonly port: number;
  readonly isRunning: boolean;
  /** What it complained of, and how it ended; undefined while all is well. */
  readonly trouble: string | undefined;
  /** @throws when it has ended */
  memory(): Promise<Memory>;
  stop(): Promise<void>;
}

/** @throws when it does not come to serve */
export async function startAttacked(file: string): Promise<AttackedServer> {
  const child = fork(ENTRY, [file], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let complaints = '';
  let ending: string | undefined;
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    complaints += text;
  });
  const exited = once(child, 'exit').then(([code, signal]) => {
    ending = `it ended with ${code ?? signal}`;
  });
  const trouble = () => [complaints, ending].filter(Boolean).join('\n') || undefined;
  const hear = async (): Promise<FromServer> => {
    const [message] = await Promise.race([once(child, 'message'), exited.then(() => [undefined])]);
    if (!message) throw new Error(`the server is gone: ${trouble()}`);
    return message as FromServer;
  };
  const first = await hear();
  if (first.type !== 'serving') throw new Error('the server does not say where it serves');
  return {
    port: first.port,
    get isRunning() {
      return ending === undefined;
    },
    get trouble() {
      return trouble();
    },
    async memory() {
      child.send({ ask: 'memory' } satisfies ToServer);
      const told = await hear();
      if (told.type !== 'memory') throw new Error('the server does not say what memory it takes');
      return { rss: told.rss, heapUsed: told.heapUsed };
    },
    async stop() {
      if (ending === undefined) child.disconnect();
      await exited;
    },
  };
}
