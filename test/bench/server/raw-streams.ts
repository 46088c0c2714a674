import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string;
}

/** How many connections are opened at the same time. */
const AT_ONCE = 100;

/** Opens the given number of connections without sending a request. */
export async function openConnections(url: string, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const more = Array.from({ length: Math.min(AT_ONCE, count - sockets.length) }, () =>
      connect({ host: hostname, port: Number(port), noDelay: true }),
    );
    await Promise.all(more.map((socket) => once(socket, 'connect')));
    sockets.push(...more);
  }
  return sockets;
}

/** Sends a request with `connection: close`. */
export function sendRequest(socket: Socket, { path, headers, body }: RawRequest): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: ${socket.remoteAddress}:${socket.remotePort}\r\nconnection: close\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n${lines.join('')}\r\n${body}`,
  );
}

/** Resolves when an event of this name has arrived. @throws Error when the answer is not a success */
export async function awaitEvent(socket: Socket, name: string): Promise<void> {
  let text = '';
  while (!text.includes(`event: ${name}\n`)) {
    if (text !== '' && !text.startsWith('HTTP/1.1 200 ')) throw new Error(`no stream: ${text.slice(0, 500)}`);
    const [bytes] = await once(socket, 'data');
    text += bytes;
  }
}

/** Reads until the server closes the connection, and counts the occurrences of a text. */
export function countUntilEnd(socket: Socket, wanted: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0;
    // An occurrence may straddle two pieces.
    let rest = '';
    socket.setEncoding('latin1');
    socket.on('data', (piece: string) => {
      const text = rest + piece;
      let from = 0;
      for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, from)) {
        count += 1;
        from = at + wanted.length;
      }
      rest = text.slice(Math.max(from, text.length - wanted.length + 1));
    });
    socket.on('end', () => resolve(count));
    socket.on('error', reject);
  });
}
