import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { spawnMeasured } from '../bench/spawn-measured.ts';

const ENTRY = fileURLToPath(new URL('./readers-server.ts', import.meta.url));
const AUTHORIZATION = 'Bearer harbor-main';
/** Unrelated requests between two requests for a turn, since the answer with a turn is large. */
const ASKS = 20;
/** Only ends a request that hangs. */
const PATIENCE = 300_000;

export interface ReaderSoak {
  readonly streams: number;
  /** Pieces of each answer, one character each. */
  readonly pieces: number;
  /** Connections that request a large list and do not read it. */
  readonly lists: number;
  /** Requests for the list that one more connection sends at once. */
  readonly pipelined: number;
}

export interface ReaderTally {
  /** Unrelated requests that were answered while turns ran. */
  readonly answered: number;
  /** Turns that ended with their complete text although their streams were not read. */
  readonly completed: number;
  /** Peak resident memory of the server, in MiB. */
  readonly peak: number;
}

export interface ListTally {
  /** Size of the list in MiB. */
  readonly size: number;
  /** Unrelated requests that were answered meanwhile. */
  readonly answered: number;
  /** Peak resident memory of the server, in MiB. */
  readonly peak: number;
}

/** Number of messages in the large list, and number of characters of each. */
const LIST = { messages: 40, characters: 60_000 };

/** Opens streams that are never read. Their turns must end, and the server must answer other requests while they run. */
export async function soakReaders({
  streams,
  pieces,
}: Pick<ReaderSoak, 'streams' | 'pieces'>): Promise<ReaderTally> {
  return withUnread(async (url, sockets) => {
    const prompt = promptFor(pieces, pieces);
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
    return { answered, completed };
  });
}

/** Requests a large list on many connections, and many times on one, and reads no answer. The server must answer other requests meanwhile. */
export async function soakUnreadLists({
  lists,
  pipelined,
}: Pick<ReaderSoak, 'lists' | 'pipelined'>): Promise<ListTally> {
  return withUnread(async (url, sockets) => {
    const chat = randomUUID();
    for (let count = 0; count < LIST.messages; count += 1) await say(url, chat, LIST.characters);
    const path = `/api/v1/chats/${chat}/messages?size=200`;
    const size = JSON.stringify(await ask(url, path)).length / 2 ** 20;
    const request = `GET ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAuthorization: ${AUTHORIZATION}\r\n\r\n`;
    for (let count = 0; count < lists; count += 1) sockets.push(sendUnread(url, request));
    sockets.push(sendUnread(url, request.repeat(pipelined)));
    let answered = 0;
    for (; answered < lists + pipelined; answered += 1) await ask(url, '/api/v1/chats?size=1');
    return { size, answered };
  });
}

/** Starts a server, and later ends it and the unread connections. @returns the tally of the work, with the server's peak memory in MiB */
async function withUnread<Tally>(
  act: (url: string, sockets: Socket[]) => Promise<Tally>,
): Promise<Tally & { readonly peak: number }> {
  const { child: server, ended } = spawnMeasured([ENTRY], { opens: 'channel' });
  const { url } = await nextMessage<{ url: string }>(server);
  const sockets: Socket[] = [];
  try {
    const tally = await act(url, sockets);
    // A disconnected process is never reported as closed, so the server is asked to end.
    server.send('end');
    return { ...tally, peak: (await ended).mebibytes };
  } finally {
    for (const socket of sockets) socket.destroy();
    if (server.connected) server.disconnect();
  }
}

function promptFor(characters: number, pieces: number): string {
  return `\`\`\`script\n${JSON.stringify([{ say: 'x'.repeat(characters), pieces }])}\n\`\`\``;
}

async function say(url: string, chat: string, characters: number): Promise<void> {
  const response = await fetch(`${url}/api/v1/chats/${chat}/messages`, {
    method: 'POST',
    headers: {
      authorization: AUTHORIZATION,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ content: promptFor(characters, 1), permission_mode: 'auto' }),
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (!response.ok) throw new Error(`a turn was answered ${response.status}`);
  await response.arrayBuffer();
}

function openUnread(url: string, chat: string, content: string): Socket {
  const body = JSON.stringify({ content });
  return sendUnread(
    url,
    `POST /api/v1/chats/${chat}/messages/stream HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAuthorization: ${AUTHORIZATION}\r\n` +
      `Idempotency-Key: ${chat}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** Sends a request whose answer is never read. */
function sendUnread(url: string, request: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).pause();
  // The server may disconnect a client that does not read.
  socket.on('error', () => {});
  socket.write(request);
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
