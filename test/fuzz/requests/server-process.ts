import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const ENTRY = fileURLToPath(new URL('../request-server.ts', import.meta.url));

/** Memory in bytes after a garbage collection. */
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

/** A server in its own process, so that the test survives and notices a crash. */
export interface AttackedServer {
  readonly port: number;
  readonly isRunning: boolean;
  /** The standard error of the server and how it ended; undefined while there is neither. */
  readonly trouble: string | undefined;
  /** Asks the server for its memory. @throws when it has ended */
  memory(): Promise<Memory>;
  stop(): Promise<void>;
}

/** Starts the server. @throws when it ends before it listens */
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
  const nextMessage = async (): Promise<FromServer> => {
    const [message] = await Promise.race([once(child, 'message'), exited.then(() => [undefined])]);
    if (!message) throw new Error(`the server has ended: ${trouble()}`);
    return message as FromServer;
  };
  const first = await nextMessage();
  if (first.type !== 'serving') throw new Error('the server did not report its port');
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
      const reply = await nextMessage();
      if (reply.type !== 'memory') throw new Error('the server did not report its memory');
      return { rss: reply.rss, heapUsed: reply.heapUsed };
    },
    async stop() {
      if (ending === undefined) child.disconnect();
      await exited;
    },
  };
}
