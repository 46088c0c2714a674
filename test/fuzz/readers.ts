import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { spawnMeasured } from '../bench/spawn-measured.ts';

const ENTRY = fileURLToPath(new URL('./readers-server.ts', import.meta.url));
const AUTHORIZATION = 'Bearer harbor-main';
/** Unrelated requests between two looks at a turn, since a turn's answer is large. */
const ASKS = 20;
/** It only ends a request that hangs. */
const PATIENCE = 300_000;

export interface ReaderSoak {
  readonly streams: number;
  /** Pieces of each answer, one character each. */
  readonly pieces: number;
}

export interface ReaderTally {
  /** Unrelated requests that were answered while turns ran. */
  readonly answered: number;
  /** Turns that ended with their whole text, although nobody read their streams. */
  readonly completed: number;
  /** Peak resident memory of the server, in MiB. */
  readonly peak: number;
}

/** Opens streams that nobody reads. Their turns must end, and the server must answer others while they run. */
export async function soakReaders({ streams, pieces }: ReaderSoak): Promise<ReaderTally> {
  const { child: server, ended } = spawnMeasured([ENTRY], { opens: 'channel' });
  const { url } = await nextMessage<{ url: string }>(server);
  const sockets: Socket[] = [];
  try {
    const prompt = `\`\`\`script\n${JSON.stringify([{ say: 'x'.repeat(pieces), pieces }])}\n\`\`\``;
    const running = Array.from({ length: streams }, () => randomUUID());
    for (const chat of running) sockets.push(openUnread(url, chat, prompt));
    let answered = 0;
    let completed = 0;
    for (const chat of running) {
      for (;;) {
        for (let count = 0; count < ASKS; count += 1) await ask(url, '/api/v1/chats?size=1');
        answered += ASKS;
        const turn = (await ask(url, `/api/v1/chats/${chat}/messages`)).data?.[0];
        if (turn === undefined || turn.status === 'pending') continue;
        if (turn.status === 'completed' && turn.content.length === pieces) completed += 1;
        break;
      }
    }
    // A process that was disconnected is never reported as closed, so the server is asked to end.
    server.send('end');
    return { answered, completed, peak: (await ended).mebibytes };
  } finally {
    for (const socket of sockets) socket.destroy();
    if (server.connected) server.disconnect();
  }
}

function openUnread(url: string, chat: string, content: string): Socket {
  const { host, hostname, port } = new URL(url);
  const body = JSON.stringify({ content });
  const socket = connect(Number(port), hostname).pause();
  // The server may disconnect a client that does not read.
  socket.on('error', () => {});
  socket.write(
    `POST /api/v1/chats/${chat}/messages/stream HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${AUTHORIZATION}\r\n` +
      `Idempotency-Key: ${chat}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  return socket;
}

interface Listed {
  readonly data?: readonly { readonly status: string; readonly content: string }[];
}

async function ask(url: string, path: string): Promise<Listed> {
  const response = await fetch(url + path, {
    headers: { authorization: AUTHORIZATION },
    signal: AbortSignal.timeout(PATIENCE),
  });
  return (await response.json()) as Listed;
}

async function nextMessage<Message>(server: ChildProcess): Promise<Message> {
  const [message] = await Promise.race([
    once(server, 'message'),
    once(server, 'exit').then(() => Promise.reject(new Error('the server has ended'))),
  ]);
  return message as Message;
}
